"""Reads the weights of the npm package @vladmandic/face-api 1.7.15 (MIT) and writes ONNX graphs with them.

Most tensors are stored as 8-bit numbers with a scale and an offset. They stay so in the ONNX file and are expanded when
it is loaded, so nothing is lost in this step.
"""

import base64
import hashlib
import json
import sys
import tarfile

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

INTEGRITY = "WDMmK3CfNLo8jylWqMoQgf4nIst3M0fzx1dnac96wv/dvMTN4DxC/Pq1DGtduDk1lktCamQ3MIDXFnvrdHTXDw=="


def read(archive, model):
    data = open(archive, "rb").read()
    if base64.b64encode(hashlib.sha512(data).digest()).decode() != INTEGRITY:
        sys.exit("This is not the published archive: its SHA-512 differs.")
    with tarfile.open(archive) as tar:
        part = lambda name: tar.extractfile(f"package/model/{model}{name}").read()
        manifest = json.loads(part("-weights_manifest.json"))[0]["weights"]
        blob = part(".bin")
    tensors, offset = {}, 0
    for entry in manifest:
        size = int(np.prod(entry["shape"]))
        quantization = entry.get("quantization")
        kind = np.uint8 if quantization else np.dtype("<f4")
        values = np.frombuffer(blob, kind, size, offset).reshape(entry["shape"])
        offset += values.nbytes
        if quantization:
            tensors[entry["name"]] = (values, np.float32(quantization["scale"]), np.float32(quantization["min"]))
        else:
            tensors[entry["name"]] = (values, None, None)
    assert offset == len(blob)
    return tensors


class Graph:
    def __init__(self, tensors):
        self.tensors, self.nodes, self.constants, self.count = tensors, [], [], 0

    def constant(self, values):
        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.asarray(values), name))
        return name

    def node(self, kind, *inputs, output=None, **attributes):
        self.count += 1
        name = output or f"n{self.count}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], **attributes))
        return name

    def weight(self, name, transpose=None, shape=None):
        """Expands 8-bit weights: value * scale + minimum."""
        values, scale, minimum = self.tensors[name]
        if transpose:
            values = np.ascontiguousarray(values.transpose(transpose))
        if shape:
            values = values.reshape(shape)
        if scale is None:
            return self.constant(values)
        real = self.node("Cast", self.constant(values), to=TensorProto.FLOAT)
        return self.node("Add", self.node("Mul", real, self.constant(scale)), self.constant(minimum))

    def model(self, name, input_name, side, output, width):
        body = helper.make_graph(
            self.nodes, name,
            [helper.make_tensor_value_info(input_name, TensorProto.FLOAT, ["faces", 3, side, side])],
            [helper.make_tensor_value_info(output, TensorProto.FLOAT, ["faces", width])],
            self.constants)
        model = helper.make_model(body, opset_imports=[helper.make_opsetid("", 18)], ir_version=10)
        onnx.checker.check_model(model)
        return model
