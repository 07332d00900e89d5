// Solids seen in perspective and drawn from back to front, on a canvas or as SVG: no WebGL is needed for that.

import { shadeOf } from "./colours.js";
import { cross, dot, minus, unit } from "./solid.js";

const LIGHT = [-0.1, 0.06, 0.24]; // from above, the left and the front

export class Camera {
  constructor(target, size) {
    Object.assign(this, { target, size });
    this.reset();
  }

  reset() { Object.assign(this, { turn: 0.62, tilt: 0.55, zoom: 1 }); }

  // Prepare for a sheet of a width and a height in pixels.
  frame(width, height) {
    const [s, c] = [Math.sin(this.turn), Math.cos(this.turn)];
    const [st, ct] = [Math.sin(this.tilt), Math.cos(this.tilt)];
    this.right = [c, -s, 0];
    this.back = [s * ct, c * ct, st]; // from the target to the eye
    this.up = [-s * st, -c * st, ct];
    this.distance = 3.4 * this.size;
    this.eye = this.target.map((x, i) => x + this.distance * this.back[i]);
    this.middle = [width / 2, height / 2];
    this.focus = (this.zoom * 0.86 * Math.min(width, height) * this.distance) / this.size;
  }

  // [x, y] on the sheet, pixels of a length of 1 there.
  project(point) {
    const from = minus(point, this.target);
    const scale = this.focus / Math.max(0.1 * this.size, this.distance - dot(from, this.back));
    return [this.middle[0] + scale * dot(from, this.right), this.middle[1] - scale * dot(from, this.up), scale];
  }
}

const brightness = (normal) => 0.8 + dot(normal, LIGHT);

// A disc about the middle of a face, which leaves more than half of the way to its sides.
function disc({ points, normal, middle }) {
  const across = unit(minus(points[0], middle));
  const up = cross(normal, across);
  const radius = 0.45 * Math.min(...points.map((a, i) => {
    const b = points[(i + 1) % points.length];
    return Math.hypot(...cross(minus(middle, a), unit(minus(b, a))));
  }));
  return Array.from({ length: 16 }, (_, i) => (i * Math.PI) / 8)
    .map((turn) => middle.map((x, i) => x + radius * (Math.cos(turn) * across[i] + Math.sin(turn) * up[i])));
}

// Draw bodies, [{cells: surface(...), color, opacity, offset, id, inside}], with a pen; gives what was drawn, the
// nearest last: [{id, points} or {id, at, radius}]. Of a body that is `inside` only what looks away is drawn. A cell
// may have a colour of its own, `dot`: {letter, color, text}, which is seen on each of its faces.
export function paint(bodies, camera, pen) {
  const parts = bodies.flatMap((body) => body.cells.map((cell) => {
    const middle = cell.middle.map((x, i) => x + body.offset[i]);
    return { body, cell, middle, far: Math.hypot(...minus(camera.eye, middle)) + (body.inside ? 1e6 : 0) };
  }));
  parts.sort((a, b) => b.far - a.far);
  const drawn = [];
  for (const { body, cell, middle } of parts) {
    if (cell.radius) {
      const [x, y, scale] = camera.project(middle);
      pen.ball(x, y, scale * cell.radius, body.color, body.opacity, Boolean(body.inside));
      if (cell.dot) pen.dot([x, y], 0.42 * scale * cell.radius, cell.dot, body.opacity);
      drawn.push({ id: body.id, at: [x, y], radius: scale * cell.radius });
    }
    for (const face of cell.faces) {
      const centre = face.middle.map((x, i) => x + body.offset[i]);
      if (dot(face.normal, minus(camera.eye, centre)) > 0 === Boolean(body.inside)) continue;
      const flat = (point) => camera.project(point.map((x, i) => x + body.offset[i]));
      const points = face.points.map(flat);
      const bright = brightness(body.inside ? face.normal.map((x) => -x) : face.normal);
      pen.polygon(points, shadeOf(body.color, bright), body.opacity);
      if (cell.dot) {
        const round = disc(face).map(flat);
        pen.polygon(round, cell.dot.color, body.opacity);
        const [x, y, scale] = flat(face.middle);
        const wide = Math.min(...[0, 1].map((axis) => Math.max(...round.map((p) => p[axis])) - Math.min(...round.map((p) => p[axis]))));
        if (wide > 0.2 * scale) pen.text(x, y, cell.dot.letter, 0.75 * wide, cell.dot.text, body.opacity);
      }
      for (const [a, b] of face.edges) pen.line(flat(a), flat(b), shadeOf(body.color, 0.62), body.opacity, 0.035 * points[0][2]);
      drawn.push({ id: body.id, points });
    }
  }
  return drawn;
}

export class CanvasPen {
  constructor(context) { this.context = context; }

  polygon(points, color, opacity) {
    const { context } = this;
    context.globalAlpha = opacity;
    context.fillStyle = color;
    context.strokeStyle = color;
    context.lineWidth = 1.3;
    context.beginPath();
    points.forEach(([x, y], i) => (i ? context.lineTo(x, y) : context.moveTo(x, y)));
    context.closePath();
    context.fill();
    if (opacity === 1) context.stroke(); // no background shines through between faces
  }

  line([ax, ay], [bx, by], color, opacity, width) {
    const { context } = this;
    context.globalAlpha = opacity;
    context.strokeStyle = color;
    context.lineWidth = width;
    context.lineCap = "round";
    context.beginPath();
    context.moveTo(ax, ay);
    context.lineTo(bx, by);
    context.stroke();
  }

  text(x, y, words, size, color, opacity) {
    const { context } = this;
    context.globalAlpha = opacity;
    context.fillStyle = color;
    context.font = `${size}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "central";
    context.fillText(words, x, y);
  }

  dot([x, y], radius, { letter, color, text }, opacity) {
    const { context } = this;
    context.globalAlpha = opacity;
    context.fillStyle = color;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
    this.text(x, y, letter, 1.4 * radius, text, opacity);
  }

  ball(x, y, radius, color, opacity, hollow) {
    const { context } = this;
    context.globalAlpha = opacity;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    if (hollow) {
      context.strokeStyle = color;
      context.lineWidth = 1;
      context.stroke();
      return;
    }
    const glow = context.createRadialGradient(x - 0.35 * radius, y - 0.45 * radius, 0.1 * radius, x, y, radius);
    glow.addColorStop(0, shadeOf(color, 1.55));
    glow.addColorStop(0.55, color);
    glow.addColorStop(1, shadeOf(color, 0.66));
    context.fillStyle = glow;
    context.fill();
  }
}

export class SvgPen {
  constructor() { this.parts = []; this.glows = new Map(); }

  polygon(points, color, opacity) {
    const d = points.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join("L");
    this.parts.push(`<path d="M${d}Z" fill="${color}" stroke="${color}" stroke-width="1.3"${seeThrough(opacity)}/>`);
  }

  line([ax, ay], [bx, by], color, opacity, width) {
    this.parts.push(`<path d="M${ax.toFixed(2)} ${ay.toFixed(2)}L${bx.toFixed(2)} ${by.toFixed(2)}" stroke="${color}" `
      + `stroke-width="${width.toFixed(2)}" stroke-linecap="round"${seeThrough(opacity)}/>`);
  }

  text(x, y, words, size, color, opacity) {
    this.parts.push(`<text x="${x.toFixed(2)}" y="${(y + 0.35 * size).toFixed(2)}" font-size="${size.toFixed(2)}" `
      + `font-family="system-ui, sans-serif" text-anchor="middle" fill="${color}"${seeThrough(opacity)}>${words}</text>`);
  }

  dot([x, y], radius, { letter, color, text }, opacity) {
    this.parts.push(`<circle cx="${x.toFixed(2)}" cy="${y.toFixed(2)}" r="${radius.toFixed(2)}" fill="${color}"${seeThrough(opacity)}/>`);
    this.text(x, y, letter, 1.4 * radius, text, opacity);
  }

  ball(x, y, radius, color, opacity, hollow) {
    const where = `cx="${x.toFixed(2)}" cy="${y.toFixed(2)}" r="${radius.toFixed(2)}"${seeThrough(opacity)}`;
    if (hollow) { this.parts.push(`<circle ${where} fill="none" stroke="${color}"/>`); return; }
    if (!this.glows.has(color)) this.glows.set(color, `glow${color.slice(1)}`);
    this.parts.push(`<circle ${where} fill="url(#${this.glows.get(color)})"/>`);
  }

  // The inside of an SVG document.
  content() {
    const glows = [...this.glows].map(([color, id]) => `<radialGradient id="${id}" cx=".33" cy=".28" r=".8">`
      + `<stop offset="0" stop-color="${shadeOf(color, 1.55)}"/><stop offset=".5" stop-color="${color}"/>`
      + `<stop offset="1" stop-color="${shadeOf(color, 0.66)}"/></radialGradient>`);
    return `${glows.length ? `<defs>${glows.join("")}</defs>` : ""}${this.parts.join("")}`;
  }
}

const seeThrough = (opacity) => (opacity === 1 ? "" : ` opacity="${opacity.toFixed(3)}"`);
