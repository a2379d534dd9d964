"""Takes the PP-OCRv6 networks out of the Python wheel rapidocr 3.10.0 (Apache-2.0) and stores their weights in half
precision, which halves the files. They are expanded to 32 bits when they are loaded, so they run as before; rounding is
the only change. The alphabet of the recogniser becomes a text file of its own.

    pip download rapidocr==3.10.0 --no-deps && pip install onnx==1.23.2 numpy==2.4.6
    python training/ocr/weights.py rapidocr-3.10.0-py3-none-any.whl engines/identity/document/ocr/model
"""

import hashlib
import json
import pathlib
import sys
import zipfile

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

SOURCES = {
    "detection": "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f",
    "recognition": "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884",
}
FILES = {"detection": "PP-OCRv6_det_small.onnx", "recognition": "PP-OCRv6_rec_small.onnx"}
# Smaller ones are not worth a node.
SMALLEST = 256


def halve(model):
    graph = model.graph
    casts = []
    for index, tensor in enumerate(list(graph.initializer)):
        if tensor.data_type != TensorProto.FLOAT:
            continue
        values = numpy_helper.to_array(tensor)
        if values.size < SMALLEST or np.abs(values).max() > 60000:
            continue
        name = tensor.name
        graph.initializer[index].CopyFrom(numpy_helper.from_array(values.astype(np.float16), f"{name}.half"))
        casts.append(helper.make_node("Cast", [f"{name}.half"], [name], to=TensorProto.FLOAT))
    nodes = list(graph.node)
    # Weights may also be constants in the graph.
    for node in nodes:
        if node.op_type != "Constant":
            continue
        for attribute in node.attribute:
            if attribute.name != "value" or attribute.t.data_type != TensorProto.FLOAT:
                continue
            values = numpy_helper.to_array(attribute.t)
            if values.size < SMALLEST or np.abs(values).max() > 60000:
                continue
            name = node.output[0]
            node.output[0] = f"{name}.half"
            attribute.t.CopyFrom(numpy_helper.from_array(values.astype(np.float16)))
            casts.append(helper.make_node("Cast", [f"{name}.half"], [name], to=TensorProto.FLOAT))
    constants = [node for node in nodes if node.op_type == "Constant"]
    others = [node for node in nodes if node.op_type != "Constant"]
    del graph.node[:]
    graph.node.extend(constants + casts + others)
    del graph.value_info[:]


def main(wheel, folder):
    folder = pathlib.Path(folder)
    with zipfile.ZipFile(wheel) as archive:
        for role, expected in SOURCES.items():
            data = archive.read(f"rapidocr/models/{FILES[role]}")
            if hashlib.sha256(data).hexdigest() != expected:
                sys.exit(f"{FILES[role]} is not the published file: its SHA-256 differs.")
            model = onnx.load_from_string(data)
            for entry in model.metadata_props:
                if entry.key == "character":
                    (folder / "alphabet.json").write_text(json.dumps(entry.value.split("\n"), ensure_ascii=False))
            del model.metadata_props[:]
            halve(model)
            onnx.checker.check_model(model)
            path = folder / f"{role}.onnx"
            path.write_bytes(model.SerializeToString(deterministic=True))
            print(path, path.stat().st_size, hashlib.sha256(path.read_bytes()).hexdigest())


main(*sys.argv[1:])
