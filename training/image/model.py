"""The network that looks at a face: whether it was laid over another, and where."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from backbone import STEM, Backbone, Same


def high_pass() -> Tensor:
    """Residuals of three orders (the family of filters of Fridrich and Kodovsky 2012), one set for each channel."""
    first = torch.tensor([[0, 0, 0], [0, -1, 1], [0, 0, 0]], dtype=torch.float32)
    second = torch.tensor([[0, 0, 0], [1, -2, 1], [0, 0, 0]], dtype=torch.float32) / 2
    square = torch.tensor([[-1, 2, -1], [2, -4, 2], [-1, 2, -1]], dtype=torch.float32) / 4
    bank = torch.stack([first, second, second.T, square])
    weight = torch.zeros(12, 1, 3, 3)
    for channel in range(3):
        weight[4 * channel : 4 * channel + 4, 0] = bank
    return weight


class FaceNet(nn.Module):
    """RGB of 0 to 1, [n, 3, 128, 128], to a logit [n] and logits of a mask [n, 1, 32, 32].

    EfficientNet-Lite0 whose first layer also sees residuals (their weights begin at 0, so that training begins with
    what ImageNet taught), and a pyramid for the mask (Lin et al. 2017). The logit also sees the mask.
    """

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("filters", high_pass())
        self.backbone = Backbone()
        self.residual = Same(12, STEM, 3, 2, bias=False)
        nn.init.zeros_(self.residual.weight)
        self.lateral = nn.ModuleList(nn.Conv2d(into, 32, 1) for into in (24, 40, 112, 320))
        self.mask = nn.Sequential(nn.Conv2d(32, 24, 3, 1, 1, bias=False), nn.BatchNorm2d(24), nn.ReLU(), nn.Conv2d(24, 1, 1))
        self.drop = nn.Dropout(0.3)
        self.head = nn.Linear(2 * 320 + 2, 1)

    def forward(self, rgb: Tensor) -> tuple[Tensor, Tensor]:
        residuals = torch.clamp(functional.conv2d(rgb, self.filters, padding=1, groups=3) * 12, -2, 2)
        convolution, *rest = self.backbone.stem
        x = convolution((rgb * 255 - 127) / 128) + self.residual(residuals)
        for layer in rest:
            x = layer(x)
        features = self.backbone(x)
        deep = features[-1]
        up = self.lateral[3](deep)
        for lateral, fine in zip(self.lateral[2::-1], features[2::-1]):
            up = functional.interpolate(up, scale_factor=2, mode="nearest") + lateral(fine)
        mask = self.mask(up)
        flat = torch.sigmoid(mask.float()).flatten(1)
        pooled = torch.cat([deep.mean((2, 3)), deep.amax((2, 3)), flat.mean(1, keepdim=True), flat.amax(1, keepdim=True)], 1)
        return self.head(self.drop(pooled))[:, 0], mask
