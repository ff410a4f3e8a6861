// What the page takes of three.js: see `fetch`.
export {
  BufferAttribute, BufferGeometry, Color, DirectionalLight, DoubleSide, GridHelper, Group,
  HemisphereLight, LineBasicMaterial, LineSegments, Matrix4, Mesh, MeshBasicMaterial,
  MeshLambertMaterial, Object3D, PerspectiveCamera, Plane, Points, PointsMaterial, Quaternion,
  Raycaster, Scene, Vector2, Vector3, WebGLRenderer,
} from "three";
export { OrbitControls } from "three/addons/controls/OrbitControls.js";
export { TransformControls } from "three/addons/controls/TransformControls.js";
