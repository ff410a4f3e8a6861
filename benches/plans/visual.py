"""A robot whose collision elements are its visual ones: what is seen, not what was simplified."""

import pathlib
import xml.etree.ElementTree as ET


def with_visual_meshes(urdf, others, output):
    """Writes the URDF with the visual elements of each link in place of its collision elements.
    They are those of the first of the files that has their meshes: another description of the
    same robot, then the file itself. A link without any keeps its collision elements. Gives the
    names of the links whose meshes are not there."""
    robot = ET.parse(urdf)
    sources = [(path, ET.parse(path)) for path in [*others, urdf]]
    missing = []
    for link in robot.iter("link"):
        visual = next(filter(None, (seen(link.get("name"), *source) for source in sources)), None)
        for collision in link.findall("collision"):
            if visual:
                link.remove(collision)
            else:
                place_files(collision, pathlib.Path(urdf))
        if not visual and link.find("visual") is not None:
            missing.append(link.get("name"))
        link.extend(visual or [])
    robot.write(output)
    return missing


def seen(name, path, robot):
    """Collision elements of what a link looks like; nothing if a mesh of them is not there."""
    link = robot.find(f"link[@name='{name}']")
    made = []
    for visual in [] if link is None else link.findall("visual"):
        collision = ET.Element("collision")
        collision.extend(part for part in visual if part.tag in ("origin", "geometry"))
        if not place_files(collision, pathlib.Path(path)):
            return []
        made.append(collision)
    return made


def place_files(element, urdf):
    """Gives meshes the whole path of their files. Are all there?"""
    for mesh in element.iter("mesh"):
        name = mesh.get("filename").removeprefix("package://").removeprefix("file://")
        folders = [urdf.resolve().parent, *urdf.resolve().parent.parents]
        found = next((folder / name for folder in folders if (folder / name).is_file()), None)
        if found is None:
            return False
        mesh.set("filename", str(found))
    return True
