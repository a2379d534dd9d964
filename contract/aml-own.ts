import Type from 'typebox';
import * as example from './aml-examples.ts';
import { AllowlistEntry, AllowlistInput, BlocklistEntry, BlocklistInput } from './aml-records.ts';
import { anyId, id, listQueryWithoutStatus, organizationId, strict } from './common.ts';
import { operation } from './operation.ts';

const query = strict({ organizationId });
const entryId = strict({ entryId: anyId() });

export const createBlocklistEntry = operation({
  operationId: 'createBlocklistEntry',
  tag: 'AML',
  method: 'POST',
  path: '/aml/blocklist',
  summary: "Add a party to the organisation's own blocklist",
  description:
    'Screenings with the check SANCTIONS find it from now on, as a match of the list "blocklist" with the category ' +
    'BLOCKLIST; monitors are told. The list has versions as any other, which are stamped into records.',
  scope: 'aml:write',
  body: BlocklistInput,
  status: 201,
  data: BlocklistEntry,
  errors: ['CONFLICT'],
  examples: { request: example.blocklistInput, response: example.blocklistEntry },
});

export const listBlocklist = operation({
  operationId: 'listBlocklist',
  tag: 'AML',
  method: 'GET',
  path: '/aml/blocklist',
  summary: "List the organisation's own blocklist",
  scope: 'aml:read',
  query: listQueryWithoutStatus(['createdAt']),
  status: 200,
  list: true,
  data: BlocklistEntry,
  examples: { response: example.blocklistEntry },
});

export const getBlocklistEntry = operation({
  operationId: 'getBlocklistEntry',
  tag: 'AML',
  method: 'GET',
  path: '/aml/blocklist/:entryId',
  summary: 'Read an entry of the blocklist',
  scope: 'aml:read',
  params: entryId,
  query,
  status: 200,
  data: BlocklistEntry,
  examples: { response: example.blocklistEntry },
});

export const deleteBlocklistEntry = operation({
  operationId: 'deleteBlocklistEntry',
  tag: 'AML',
  method: 'DELETE',
  path: '/aml/blocklist/:entryId',
  summary: 'Take an entry off the blocklist; earlier versions of the list keep it',
  scope: 'aml:write',
  params: entryId,
  query,
  status: 200,
  data: strict({ entryId: id('ble'), deleted: Type.Literal(true) }),
  examples: { response: { entryId: example.blocklistEntry.entryId, deleted: true } },
});

export const createAllowlistEntry = operation({
  operationId: 'createAllowlistEntry',
  tag: 'AML',
  method: 'POST',
  path: '/aml/allowlist',
  summary: 'Note that an applicant or a subject is not a certain listed entity',
  description:
    'What FALSE_POSITIVE is to a match that was found, for matches to come: screenings of this applicant, or of a ' +
    'subject with the same names, birth date and identifiers, report the entity under suppressed, with the reason, ' +
    'until name, birth date, identifier or programme of either changes. The list holds both kinds of decisions.',
  scope: 'aml:write',
  body: AllowlistInput,
  status: 201,
  data: AllowlistEntry,
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: { request: example.allowlistInput, response: example.allowlistEntry },
});

export const listAllowlist = operation({
  operationId: 'listAllowlist',
  tag: 'AML',
  method: 'GET',
  path: '/aml/allowlist',
  summary: 'List what was decided to be false positives, with and without a screening',
  scope: 'aml:read',
  query: listQueryWithoutStatus(['createdAt'], { applicantId: Type.Optional(anyId()) }),
  status: 200,
  list: true,
  data: AllowlistEntry,
  examples: { response: example.allowlistEntry },
});

export const getAllowlistEntry = operation({
  operationId: 'getAllowlistEntry',
  tag: 'AML',
  method: 'GET',
  path: '/aml/allowlist/:entryId',
  summary: 'Read an entry of the allowlist',
  scope: 'aml:read',
  params: entryId,
  query,
  status: 200,
  data: AllowlistEntry,
  examples: { response: example.allowlistEntry },
});

export const deleteAllowlistEntry = operation({
  operationId: 'deleteAllowlistEntry',
  tag: 'AML',
  method: 'DELETE',
  path: '/aml/allowlist/:entryId',
  summary: 'Take an entry off the allowlist: its match is found again from now on',
  scope: 'aml:write',
  params: entryId,
  query,
  status: 200,
  data: strict({ entryId: id('alw'), deleted: Type.Literal(true) }),
  examples: { response: { entryId: example.allowlistEntry.entryId, deleted: true } },
});

export const ownListOperations = [
  createBlocklistEntry,
  listBlocklist,
  getBlocklistEntry,
  deleteBlocklistEntry,
  createAllowlistEntry,
  listAllowlist,
  getAllowlistEntry,
  deleteAllowlistEntry,
];
