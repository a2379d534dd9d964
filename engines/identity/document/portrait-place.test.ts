import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MrzReading } from '../mrz/index.ts';
import type { Point } from '../types.ts';
import { portraitPlace } from './portrait-place.ts';

/** A zone a thousand long along the lower edge of a page, turned clockwise about its own top left. */
function zone(degrees: number, more: Partial<MrzReading> = {}): MrzReading {
  const region = [
    turned({ x: 0, y: 0 }, degrees),
    turned({ x: 1000, y: 0 }, degrees),
    turned({ x: 1000, y: 120 }, degrees),
    turned({ x: 0, y: 120 }, degrees),
  ] as const;
  return { status: 'VALID', format: 'TD3', region, ...more } as MrzReading;
}

function turned({ x, y }: Point, degrees: number): Point {
  const [cosine, sine] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return { x: 500 + cosine * x - sine * y, y: 500 + sine * x + cosine * y };
}

test('a portrait stands above its zone and no wider, whichever way the page lies', () => {
  for (const degrees of [0, 12, 90, 180, 263]) {
    const place = portraitPlace(zone(degrees));
    assert.ok(place);
    const there = (x: number, y: number): boolean => place(turned({ x, y }, degrees));
    assert.ok(there(180, -300) && there(850, -300), 'on the page');
    assert.ok(!there(1250, -300) && !there(-250, -300), 'beside it');
    assert.ok(!there(180, 300), 'below the zone');
    assert.ok(!there(180, -950), 'on a page above');
  }
});

test('a zone that was not read, or stands on the side without a portrait, tells nothing', () => {
  assert.equal(portraitPlace(null), null);
  assert.equal(portraitPlace(zone(0, { format: 'TD1' })), null);
  assert.equal(portraitPlace(zone(0, { status: 'UNREADABLE' })), null);
  assert.equal(portraitPlace(zone(0, { region: null })), null);
});
