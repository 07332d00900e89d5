// The turnable assembly of a box, drawn by three.js. Layers are stacked upwards: x is the column, y the layer, z the row.

const SPREAD = 1.35;

class BoxView {
  constructor(puzzle, { onChoose = () => {} } = {}) {
    this.puzzle = puzzle;
    this.onChoose = onChoose;
    const [layers, rows, columns] = puzzle.extent;
    this.extent = [columns, layers, rows];
    this.middle = this.extent.map((x) => x / 2);
    this.size = Math.hypot(...this.extent);
    this.state = { explode: 0, taken: 0, layers, chosen: null, spinning: false };
    this.pieces = [];
    this.frames = 0;
    this.sharpness = Math.min(devicePixelRatio || 1, 2);
    this.canvas = document.createElement("canvas");
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", `${puzzle.name}: the assembly in space; drag to turn it`);
    this.element = document.createElement("div");
    this.element.className = "space";
    this.element.append(this.canvas);
    this.renderer = new THREE.WebGLRenderer({ canvas: this.canvas, antialias: false, alpha: true });
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(32, 1, 0.1, 40 * this.size);
    this.layFloor();
    this.assembly = new THREE.Group();
    this.assembly.position.set(...this.middle.map((x) => -x));
    this.scene.add(this.assembly);
    this.controls = new THREE.OrbitControls(this.camera, this.canvas);
    this.controls.enablePan = false;
    this.controls.enableDamping = true;
    this.controls.addEventListener("change", () => this.schedule());
    this.reset();
    new ResizeObserver(() => this.resize()).observe(this.element);
    this.listen();
  }

  // A soft shadow: a disc whose darkness fades from ring to ring.
  layFloor() {
    const rings = [[0, 0.34], [0.55, 0.16], [0.8, 0.05], [1, 0]];
    const [width, , depth] = this.extent;
    const at = ([radius], turn) => [0.85 * width * radius * Math.sin(turn), 0, 0.85 * depth * radius * Math.cos(turn)];
    const positions = [];
    const colors = [];
    for (let i = 1; i < rings.length; i += 1) {
      for (let turn = 0; turn < 40; turn += 1) {
        const [from, to] = [turn, turn + 1].map((t) => (t * Math.PI) / 20);
        const [inner, outer] = [rings[i - 1], rings[i]];
        for (const [ring, angle] of [[inner, from], [outer, from], [outer, to], [inner, from], [outer, to], [inner, to]]) {
          positions.push(...at(ring, angle));
          colors.push(0, 0, 0, ring[1]);
        }
      }
    }
    const surface = new THREE.BufferGeometry();
    surface.setAttribute("position", new THREE.Float32BufferAttribute(positions, 3));
    surface.setAttribute("color", new THREE.Float32BufferAttribute(colors, 4));
    this.floor = new THREE.Mesh(
      surface, new THREE.MeshBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false }));
    this.floor.renderOrder = -1;
    this.scene.add(this.floor);
  }

  listen() {
    let pressed = null;
    this.canvas.addEventListener("pointerdown", (event) => { pressed = [event.clientX, event.clientY]; });
    this.canvas.addEventListener("pointerup", (event) => {
      if (!pressed || Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) > 5) return;
      const box = this.canvas.getBoundingClientRect();
      const at = new THREE.Vector2(
        ((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2);
      const ray = new THREE.Raycaster();
      ray.setFromCamera(at, this.camera);
      const hit = ray.intersectObjects(this.pieces.filter((p) => p.mesh.visible).map((p) => p.mesh))[0];
      this.onChoose(hit ? hit.object.userData.tile : null);
    });
  }

  reset() {
    const distance = this.size * 2 * this.reach(this.state.explode);
    this.camera.position.set(0.52 * distance, 0.5 * distance, 0.69 * distance);
    this.controls.target.set(0, 0, 0);
    this.controls.minDistance = this.size * 0.8;
    this.controls.maxDistance = this.size * 8;
    this.controls.update();
    this.schedule();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (!width || !height) return;
    this.renderer.setPixelRatio(this.sharpness);
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.fov = width < height ? 32 * Math.min(1.7, height / width) : 32;
    this.camera.updateProjectionMatrix();
    this.schedule();
  }

  // Turn by angles, in radians, about the upright axis and up or down.
  turn(right, up = 0) {
    const from = this.camera.position.clone().sub(this.controls.target);
    const length = from.length();
    const azimuth = Math.atan2(from.x, from.z) + right;
    const polar = Math.min(Math.PI - 0.05, Math.max(0.05, Math.acos(from.y / length) - up));
    this.camera.position.set(
      length * Math.sin(polar) * Math.sin(azimuth), length * Math.cos(polar), length * Math.sin(polar) * Math.cos(azimuth));
    this.camera.position.add(this.controls.target);
    this.controls.update();
    this.schedule();
  }

  zoom(factor) {
    this.camera.position.multiplyScalar(factor);
    this.controls.update();
    this.schedule();
  }

  show(optionIndices) {
    for (const piece of this.pieces) {
      piece.mesh.geometry.dispose();
      piece.mesh.material.dispose();
    }
    this.assembly.clear();
    const colors = colorsOf(this.puzzle, optionIndices);
    this.pieces = optionIndices.map((index, copy) => {
      const option = this.puzzle.options[index];
      const cells = option.cells.map((cell) => {
        const [layer, row, column] = this.puzzle.cells[cell];
        return [column, layer, row];
      });
      const centre = [0, 1, 2].map((axis) => cells.reduce((total, c) => total + c[axis] + 0.5, 0) / cells.length);
      const material = new THREE.MeshBasicMaterial({ color: colors[copy], vertexColors: true });
      const mesh = new THREE.Mesh(new THREE.BufferGeometry(), material);
      mesh.userData.tile = option.tile;
      this.assembly.add(mesh);
      return { tile: option.tile, cells, centre, mesh, away: 0, opacity: 1 };
    });
    this.order = takeApart(this.pieces.map((piece) => piece.cells), this.extent);
    this.order.forEach((step, rank) => Object.assign(this.pieces[step.piece], { rank, way: step.way }));
    for (const piece of this.pieces) piece.away = this.isTaken(piece) ? 1 : 0;
    this.cutLayers();
    this.schedule();
  }

  isTaken(piece) { return piece.rank < this.state.taken; }

  cutLayers() {
    for (const piece of this.pieces) {
      const cells = piece.cells.filter((cell) => cell[1] < this.state.layers);
      const { positions, shades } = polycubeSurface(cells);
      piece.mesh.geometry.dispose();
      piece.mesh.geometry = new THREE.BufferGeometry();
      piece.mesh.geometry.setAttribute("position", new THREE.Float32BufferAttribute(positions, 3));
      piece.mesh.geometry.setAttribute("color", new THREE.Float32BufferAttribute(shades, 3));
      piece.empty = cells.length === 0;
    }
  }

  // How much farther the camera stands when the pieces are spread.
  reach(explode) { return 1 + 0.62 * SPREAD * explode; }

  set(changes) {
    const before = this.state;
    this.state = { ...before, ...changes };
    if (before.explode !== this.state.explode) this.zoom(this.reach(this.state.explode) / this.reach(before.explode));
    if (before.layers !== this.state.layers) this.cutLayers();
    this.schedule();
  }

  schedule() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame((now) => {
      this.pending = false;
      const elapsed = Math.min(0.05, (now - (this.before ?? now)) / 1000);
      this.before = now;
      if (this.state.spinning) this.turn(0.6 * elapsed);
      const moving = this.step(elapsed || 0.016);
      this.controls.update();
      if (this.atRest) this.renderer.setPixelRatio(this.sharpness);
      this.atRest = false;
      this.draw();
      if (moving || this.state.spinning) this.schedule();
      clearTimeout(this.resting);
      this.resting = setTimeout(() => this.rest(), 180);
    });
  }

  // Draw one frame. Every fifteenth is timed to its end: while things move, only as many pixels are drawn as the
  // machine can in time, however slow it is at that.
  draw() {
    const timed = this.frames % 15 === 0;
    const start = performance.now();
    this.renderer.render(this.scene, this.camera);
    this.frames += 1;
    if (!timed) return;
    const context = this.renderer.getContext();
    context.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, new Uint8Array(4));
    const cost = performance.now() - start;
    const most = Math.min(devicePixelRatio || 1, 2);
    if (cost > 13 && this.sharpness > 0.55) this.sharpness *= 0.8;
    else if (cost < 5 && this.sharpness < most) this.sharpness = Math.min(most, this.sharpness / 0.8);
    this.renderer.setPixelRatio(this.sharpness);
  }

  // Once all is still, one frame with at least four samples a pixel in place of smoothing every frame.
  rest() {
    this.before = undefined;
    this.renderer.setPixelRatio(Math.max(2, devicePixelRatio || 1));
    this.renderer.render(this.scene, this.camera);
    this.atRest = true;
  }

  // Move every piece towards where it belongs; say whether one is still on its way.
  step(elapsed) {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const pull = calm ? 1 : 1 - Math.exp(-7 * elapsed);
    let moving = false;
    for (const piece of this.pieces) {
      const away = this.isTaken(piece) ? 1 : 0;
      const dimmed = this.state.chosen !== null && this.state.chosen !== piece.tile;
      const opacity = (dimmed ? 0.12 : 1) * (1 - piece.away ** 2);
      piece.away += (away - piece.away) * pull;
      if (Math.abs(away - piece.away) < 0.004) piece.away = away;
      else moving = true;
      const { mesh } = piece;
      mesh.position.set(...[0, 1, 2].map((axis) =>
        SPREAD * this.state.explode * (piece.centre[axis] - this.middle[axis])
        + 1.2 * this.extent[axis] * piece.away * piece.way[axis]));
      mesh.material.opacity = opacity;
      // What was chosen is drawn after the faint rest, so that it shines through.
      const blended = this.state.chosen !== null || opacity < 0.98;
      mesh.renderOrder = dimmed ? 0 : 1;
      if (mesh.material.transparent !== blended) {
        mesh.material.transparent = blended;
        mesh.material.needsUpdate = true;
      }
      mesh.material.depthWrite = opacity > 0.5;
      mesh.visible = piece.away < 0.99 && !piece.empty;
    }
    const spread = 1 + SPREAD * this.state.explode;
    this.floor.position.y = -this.middle[1] * spread - 0.03;
    this.floor.scale.setScalar(spread);
    this.floor.material.opacity = 1 - 0.5 * this.state.explode;
    return moving;
  }
}
