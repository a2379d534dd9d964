/** A name server for tests (RFC 1035 over UDP): answers A and AAAA questions as the test says, or not at all. */
import { createSocket } from 'node:dgram';
import ipaddr from 'ipaddr.js';

export interface DnsServer extends AsyncDisposable {
  /** `address:port`, as a resolver takes it. */
  readonly server: string;
  readonly questions: readonly string[];
}

/** Addresses for a name and type; `[]` answers that there are none, undefined leaves the question unanswered. */
export type Zone = (name: string, type: 'A' | 'AAAA') => readonly string[] | undefined;

export async function dnsServer(zone: Zone): Promise<DnsServer> {
  const questions: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (message, peer) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
      labels.push(message.subarray(at + 1, at + 1 + length).toString('latin1'));
      at += 1 + length;
    }
    const type = message.readUInt16BE(at + 1) === 1 ? 'A' : 'AAAA';
    const name = labels.join('.').toLowerCase();
    questions.push(`${name} ${type}`);
    const addresses = zone(name, type);
    if (addresses === undefined) return;
    const header = Buffer.alloc(12);
    message.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(addresses.length, 6);
    const records = addresses.map((address) => {
      const bytes = Buffer.from(ipaddr.parse(address).toByteArray());
      const record = Buffer.alloc(12);
      record.writeUInt16BE(0xc00c, 0);
      record.writeUInt16BE(type === 'A' ? 1 : 28, 2);
      record.writeUInt16BE(1, 4);
      record.writeUInt32BE(0, 6);
      record.writeUInt16BE(bytes.length, 10);
      return Buffer.concat([record, bytes]);
    });
    socket.send(Buffer.concat([header, message.subarray(12, at + 5), ...records]), peer.port, peer.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    server: `127.0.0.1:${socket.address().port}`,
    questions,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => socket.close(resolve));
    },
  };
}
