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
    this.pace = 16;
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

  layFloor() {
    const shadow = document.createElement("canvas");
    shadow.width = shadow.height = 128;
    const pen = shadow.getContext("2d");
    const fade = pen.createRadialGradient(64, 64, 8, 64, 64, 64);
    fade.addColorStop(0, "rgba(0,0,0,.36)");
    fade.addColorStop(0.6, "rgba(0,0,0,.13)");
    fade.addColorStop(1, "rgba(0,0,0,0)");
    pen.fillStyle = fade;
    pen.fillRect(0, 0, 128, 128);
    const texture = new THREE.CanvasTexture(shadow);
    texture.generateMipmaps = false;
    texture.minFilter = THREE.LinearFilter;
    const floor = new THREE.Mesh(
      new THREE.PlaneGeometry(this.extent[0] * 1.7, this.extent[2] * 1.7),
      new THREE.MeshBasicMaterial({ map: texture, transparent: true, depthWrite: false }),
    );
    floor.rotation.x = -Math.PI / 2;
    floor.position.y = -this.middle[1] - 0.03;
    floor.renderOrder = -1;
    this.floor = floor;
    this.scene.add(floor);
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
    const distance = this.size * 2.15 * this.reach(this.state.explode);
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
      const interval = now - (this.before ?? now);
      const elapsed = Math.min(0.05, interval / 1000);
      this.before = now;
      this.keepPace(interval);
      if (this.state.spinning) this.turn(0.6 * elapsed);
      const moving = this.step(elapsed || 0.016);
      this.controls.update();
      if (this.coarse) {
        this.coarse = false;
        this.sharpen(this.sharpness);
      }
      this.renderer.render(this.scene, this.camera);
      this.frames += 1;
      if (moving || this.state.spinning) this.schedule();
      clearTimeout(this.resting);
      this.resting = setTimeout(() => this.rest(), 180);
    });
  }

  // While things move, draw as many pixels as the machine can in time: 16 ms a frame is aimed at, 30 tolerated.
  keepPace(interval) {
    if (interval <= 0 || interval > 1000) return;
    this.pace += 0.25 * (interval - this.pace);
    const most = Math.min(devicePixelRatio || 1, 2);
    if (this.pace > 28 && this.sharpness > 0.45) this.sharpen(this.sharpness * 0.8);
    else if (this.sharpness > most) this.sharpen(most);
  }

  // Once all is still, one frame with at least four samples a pixel in place of smoothing every frame.
  rest() {
    this.before = undefined;
    const moving = this.sharpness;
    this.sharpen(Math.max(2, devicePixelRatio || 1));
    this.renderer.render(this.scene, this.camera);
    this.sharpness = moving;
    this.coarse = true;
  }

  sharpen(ratio) {
    this.sharpness = ratio;
    this.pace = 20;
    this.renderer.setPixelRatio(ratio);
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
