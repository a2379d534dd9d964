import { SaxesParser } from 'saxes';

export interface XmpFacts {
  digitalSourceTypes: string[];
  creatorTools: string[];
  /** Tools named by entries of the edit history (xmpMM:History, stEvt:softwareAgent). */
  softwareAgents: string[];
  createDate: string | null;
  modifyDate: string | null;
  producer: string | null;
}

const MAX_CHARACTERS = 1_000_000;
const MAX_VALUES = 64;

/**
 * The properties of an XMP packet (ISO 16684-1) that tell how a file came to be. Namespaces are taken by local names,
 * attributes and elements alike. What follows a fault in the XML is left out.
 */
export function readXmp(packet: string): XmpFacts {
  const facts: XmpFacts = {
    digitalSourceTypes: [],
    creatorTools: [],
    softwareAgents: [],
    createDate: null,
    modifyDate: null,
    producer: null,
  };
  const take = (name: string, value: string): void => {
    const text = value.trim().slice(0, 300);
    if (text === '') return;
    const add = (list: string[]): void => {
      if (list.length < MAX_VALUES) list.push(text);
    };
    switch (name.slice(name.indexOf(':') + 1).toLowerCase()) {
      case 'digitalsourcetype':
      case 'digitalsourcefiletype':
        return add(facts.digitalSourceTypes);
      case 'creatortool':
        return add(facts.creatorTools);
      case 'softwareagent':
        return add(facts.softwareAgents);
      case 'createdate':
        facts.createDate ??= text;
        return;
      case 'modifydate':
        facts.modifyDate ??= text;
        return;
      case 'producer':
        facts.producer ??= text;
    }
  };
  const parser = new SaxesParser({ xmlns: false });
  const open: { name: string; text: string }[] = [];
  parser.on('error', () => {});
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length < 200) open.push({ name, text: '' });
    for (const [attribute, value] of Object.entries(attributes)) {
      if (attribute === 'rdf:resource') take(name, value);
      else take(attribute, value);
    }
  });
  parser.on('text', (text) => {
    const current = open.at(-1);
    if (current && current.text.length < 300) current.text += text;
  });
  parser.on('closetag', () => {
    const closed = open.pop();
    if (closed) take(closed.name, closed.text);
  });
  try {
    parser.write(packet.slice(0, MAX_CHARACTERS)).close();
  } catch {
    // What was read so far stands.
  }
  return facts;
}
