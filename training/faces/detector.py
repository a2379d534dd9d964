"""Turns published face detector weights into ONNX.

Source: the Python package facenet-pytorch 2.6.0 (MIT), files data/pnet.pt, rnet.pt and onet.pt: the three networks of
MTCNN (Zhang, Zhang, Li, Qiao: Joint Face Detection and Alignment using Multi-task Cascaded Convolutional Networks, 2016;
trained by its authors on WIDER FACE and CelebA).

  pip download --no-deps facenet-pytorch==2.6.0
  python3 training/faces/detector.py facenet_pytorch-2.6.0-py3-none-any.whl engines/identity/face/model

Each network takes pixels as (value - 127.5) / 128, RGB.
"""

import hashlib
import collections
import io
import pickle
import sys
import zipfile

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

SHA256 = "ecb82b27beb226d106f2219efe8f829b01b87a8595badd01545679bdb9f19cca"


class Storage:
    def __init__(self, key, size):
        self.key, self.size, self.values = key, size, None


def rebuild(storage, offset, size, stride, *_):
    return (storage, offset, tuple(size), tuple(stride))


class Reader(pickle.Unpickler):
    """Reads only what a saved table of tensors is made of; anything else in the file is refused."""

    def __init__(self, file, storages):
        super().__init__(file)
        self.storages = storages

    def find_class(self, module, name):
        if name in ("_rebuild_tensor_v2", "_rebuild_tensor"):
            return rebuild
        if name == "FloatStorage":
            return "float"
        if name == "OrderedDict":
            return collections.OrderedDict
        raise pickle.UnpicklingError(f"{module}.{name} does not belong here")

    def persistent_load(self, saved):
        _, _, key, _, size = saved[:5]
        return self.storages.setdefault(key, Storage(key, size))


def load(data):
    """The older file form: magic number, version, machine, table, keys, then each storage as a length and numbers."""
    file, storages = io.BytesIO(data), {}
    for _ in range(3):
        pickle.Unpickler(file).load()
    table = Reader(file, storages).load()
    for key in pickle.Unpickler(file).load():
        size = int.from_bytes(file.read(8), "little")
        storages[key].values = np.frombuffer(file.read(4 * size), "<f4")
    tensors = {}
    for name, (storage, offset, shape, stride) in table.items():
        strides = [4 * step for step in stride]
        view = np.lib.stride_tricks.as_strided(storage.values[offset:], shape, strides)
        tensors[name] = np.ascontiguousarray(view)
    return tensors


# Layers as (kind, name, arguments); the heads are apart because each is an output.
NETWORKS = {
    "pnet": ([("conv", "1"), ("pool", 2), ("conv", "2"), ("conv", "3")], "conv", [("4_1", "face"), ("4_2", "box")]),
    "rnet": ([("conv", "1"), ("pool", 3), ("conv", "2"), ("pool", 3), ("conv", "3"), ("dense", "4")],
             "dense", [("5_1", "face"), ("5_2", "box")]),
    "onet": ([("conv", "1"), ("pool", 3), ("conv", "2"), ("pool", 3), ("conv", "3"), ("pool", 2), ("conv", "4"),
              ("dense", "5")], "dense", [("6_1", "face"), ("6_2", "box"), ("6_3", "points")]),
}


def build(name, tensors):
    nodes, constants = [], []

    def constant(values):
        constants.append(numpy_helper.from_array(np.ascontiguousarray(values), f"c{len(constants)}"))
        return constants[-1].name

    def node(kind, *inputs, output=None, **attributes):
        output = output or f"n{len(nodes)}"
        nodes.append(helper.make_node(kind, list(inputs), [output], **attributes))
        return output

    def layer(kind, x, number, output=None):
        weight, bias = tensors[f"{kind}{number}.weight"], tensors[f"{kind}{number}.bias"]
        if kind == "conv":
            return node("Conv", x, constant(weight), constant(bias), output=output)
        return node("Gemm", x, constant(weight), constant(bias), transB=1, output=output)

    layers, head, outputs = NETWORKS[name]
    x, flat = "pixels", False
    for kind, argument in layers:
        if kind == "pool":
            x = node("MaxPool", x, kernel_shape=[argument] * 2, strides=[2, 2], ceil_mode=1)
            continue
        if kind == "dense" and not flat:
            # The weights were trained with columns before rows.
            x, flat = node("Flatten", node("Transpose", x, perm=[0, 3, 2, 1])), True
        x = layer(kind, x, argument)
        slope = tensors[f"prelu{argument}.weight"]
        x = node("PRelu", x, constant(slope if flat else slope.reshape(-1, 1, 1)))
    results = []
    for number, output in outputs:
        if output == "face":
            node("Softmax", layer(head, x, number), axis=1, output=output)
        else:
            layer(head, x, number, output=output)
        width = {"face": 2, "box": 4, "points": 10}[output]
        shape = ["pictures", width, "cells down", "cells across"] if name == "pnet" else ["pictures", width]
        results.append(helper.make_tensor_value_info(output, TensorProto.FLOAT, shape))
    side = {"pnet": ["rows", "columns"], "rnet": [24, 24], "onet": [48, 48]}[name]
    inputs = [helper.make_tensor_value_info("pixels", TensorProto.FLOAT, ["pictures", 3, *side])]
    graph = helper.make_graph(nodes, f"mtcnn-{name}", inputs, results, constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=10)
    onnx.checker.check_model(model)
    return model


if __name__ == "__main__":
    wheel, folder = sys.argv[1:3]
    if hashlib.sha256(open(wheel, "rb").read()).hexdigest() != SHA256:
        sys.exit("This is not the published archive: its SHA-256 differs.")
    with zipfile.ZipFile(wheel) as archive:
        for name in NETWORKS:
            target = f"{folder}/{name}.onnx"
            onnx.save(build(name, load(archive.read(f"facenet_pytorch/data/{name}.pt"))), target)
            print(target, hashlib.sha256(open(target, "rb").read()).hexdigest())
