import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passwordFault } from './passwords.ts';

test('what is guessed first is refused, whatever digits and signs are added to it', () => {
  for (const password of [
    'short pass',
    'Password12345!',
    'P@ssw0rd2026!!!',
    'qwertyuiop1234',
    'aaaaaaaaaaaaaaaa',
    '123456789012345',
    'abcdefghijklmnop',
    'Welcome2026!!!!',
    'inesduarte-1234',
    'Fjordbank2026!!',
    'x'.repeat(257),
  ]) {
    assert.notEqual(
      passwordFault(password, ['Ines Duarte', 'ines.duarte@fjordbank.example', 'Fjordbank']),
      null,
      password,
    );
  }
});

test('passwords that leaks hold most often are refused, with digits, signs or themselves added', () => {
  for (const password of [
    'Liverpool-2026!',
    'L1verpool_1892',
    'liverpoolliverpool',
    '!!Metallica1981',
    'mustang_mustang!',
    '1q2w3e4r5t6y',
  ]) {
    assert.match(passwordFault(password, []) ?? '', /that most people use|guessed first/, password);
  }
  assert.match(passwordFault('Liverpool-2026!', []) ?? '', /that most people use/);
});

test('words that do not belong together are taken, in any script', () => {
  for (const password of [
    'teal otter crosses 41 bridges',
    'correct horse battery staple',
    'зелёная выдра считает мосты',
    '緑のカワウソが橋を四十一本渡る',
    'kT9#vQ2$mX7!',
  ]) {
    assert.equal(passwordFault(password, ['Ines Duarte', 'ines@example.com']), null, password);
  }
});
