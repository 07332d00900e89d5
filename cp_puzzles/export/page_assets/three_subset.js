export {
  BufferGeometry, CanvasTexture, Float32BufferAttribute, Group, LinearFilter, Mesh, MeshBasicMaterial, PerspectiveCamera,
  PlaneGeometry, Raycaster, Scene, Vector2, WebGLRenderer,
} from "three";
export { OrbitControls } from "three/addons/controls/OrbitControls.js";
