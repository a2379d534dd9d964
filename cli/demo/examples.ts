import { movie, page, picture, silence } from './media.ts';

/**
 * The examples of the sandbox: invented people, organisations and media, each of which shows one outcome. Names of
 * the sandbox's scenarios (contract section 11) decide what comes of them.
 */

/** The last of them tells that all the others are there. */
export const LAST_EXAMPLE = 'example-last';

export interface ExamplePerson {
  key: string;
  firstName: string;
  lastName: string;
  country: string;
  dateOfBirth: string;
  verify?: { profileType: 'DOCUMENT' | 'STANDARD' | 'ENHANCED' | 'BIOMETRIC'; next?: 'UPLOAD' | 'CANCEL' | 'APPROVE' };
  screen?: 'BASIC' | 'ENHANCED';
  decide?: 'TRUE_MATCH' | 'FALSE_POSITIVE' | 'NEEDS_INFORMATION';
  watch?: true;
  end?: 'BLOCK' | 'ERASE';
}

export const PEOPLE: readonly ExamplePerson[] = [
  {
    key: 'amara',
    firstName: 'Amara',
    lastName: 'Okafor-Lind',
    country: 'SE',
    dateOfBirth: '1990-04-17',
    verify: { profileType: 'STANDARD' },
    screen: 'ENHANCED',
    watch: true,
  },
  {
    key: 'juho',
    firstName: 'Juho',
    lastName: 'Väisänen',
    country: 'FI',
    dateOfBirth: '1984-11-02',
    verify: { profileType: 'ENHANCED' },
    screen: 'BASIC',
  },
  {
    key: 'sakura',
    firstName: 'さくら',
    lastName: '松本',
    country: 'JP',
    dateOfBirth: '1996-03-28',
    verify: { profileType: 'BIOMETRIC' },
    screen: 'BASIC',
  },
  {
    key: 'leila',
    firstName: 'Leila',
    lastName: 'Haddad',
    country: 'FR',
    dateOfBirth: '1979-07-09',
    verify: { profileType: 'DOCUMENT' },
  },
  {
    key: 'tom',
    firstName: 'Tom',
    lastName: 'Rejected',
    country: 'GB',
    dateOfBirth: '1988-01-30',
    verify: { profileType: 'STANDARD' },
    end: 'BLOCK',
  },
  {
    key: 'nina',
    firstName: 'Nina',
    lastName: 'Review',
    country: 'DE',
    dateOfBirth: '1992-09-14',
    verify: { profileType: 'ENHANCED' },
  },
  {
    key: 'otto',
    firstName: 'Otto',
    lastName: 'Review',
    country: 'AT',
    dateOfBirth: '1975-12-05',
    verify: { profileType: 'STANDARD', next: 'APPROVE' },
  },
  {
    key: 'ivo',
    firstName: 'Ivo',
    lastName: 'Expired',
    country: 'BG',
    dateOfBirth: '1969-05-21',
    verify: { profileType: 'STANDARD' },
  },
  {
    key: 'pia',
    firstName: 'Pia',
    lastName: 'Pending',
    country: 'DK',
    dateOfBirth: '2001-02-11',
    verify: { profileType: 'STANDARD' },
  },
  {
    key: 'rui',
    firstName: 'Rui',
    lastName: 'Pending',
    country: 'PT',
    dateOfBirth: '1998-08-08',
    verify: { profileType: 'STANDARD', next: 'UPLOAD' },
  },
  {
    key: 'zoe',
    firstName: 'Zoë',
    lastName: 'Pending',
    country: 'NL',
    dateOfBirth: '1995-06-19',
    verify: { profileType: 'STANDARD', next: 'CANCEL' },
  },
  {
    key: 'viktor',
    firstName: 'Viktor',
    lastName: 'Sanctioned',
    country: 'CY',
    dateOfBirth: '1961-10-03',
    screen: 'ENHANCED',
    decide: 'TRUE_MATCH',
    end: 'BLOCK',
  },
  {
    key: 'clara',
    firstName: 'Clara',
    lastName: 'Politician',
    country: 'ES',
    dateOfBirth: '1970-03-12',
    screen: 'ENHANCED',
    decide: 'NEEDS_INFORMATION',
    watch: true,
  },
  {
    key: 'max',
    firstName: 'Max',
    lastName: 'Newsworthy',
    country: 'CH',
    dateOfBirth: '1983-04-25',
    screen: 'ENHANCED',
    decide: 'FALSE_POSITIVE',
  },
  { key: 'erik', firstName: 'Erik', lastName: 'Forgotten', country: 'NO', dateOfBirth: '1955-01-01', end: 'ERASE' },
];

/** Screened together, by name alone. */
export const BATCH = [
  { type: 'ORGANIZATION', name: 'Fjordlys Trading AS', country: 'NO' },
  { type: 'ORGANIZATION', name: 'Sanctioned Shipping Ltd', country: 'MT' },
  { type: 'VESSEL', name: 'MV Northern Lantern' },
  { type: 'PERSON', name: 'Helena Quist' },
] as const;

const evm = (scenario: string): string => `0x${'0'.repeat(36)}${scenario}`;

/** Addresses of the sandbox's scenarios; nobody holds a key to any of them. */
export const WALLETS: readonly { address: string; blockchain: string; of?: string }[] = [
  { address: evm('9001'), blockchain: 'ETH', of: 'amara' },
  { address: evm('9002'), blockchain: 'ETH' },
  { address: evm('9003'), blockchain: 'ETH', of: 'viktor' },
  { address: evm('9004'), blockchain: 'POLYGON' },
  { address: evm('9005'), blockchain: 'ETH' },
  { address: 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqpyqxqjx9t3', blockchain: 'BTC' },
  { address: 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqpyq8ayjskr', blockchain: 'BTC', of: 'juho' },
  { address: 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqpyq352edl8', blockchain: 'BTC' },
  { address: 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqpyqj6evm3c', blockchain: 'BTC' },
  { address: evm('9013'), blockchain: 'BSC' },
];
export const WATCHED_WALLETS = [
  { address: evm('9019'), blockchain: 'ETH' },
  { address: evm('9001'), blockchain: 'ETH' },
] as const;

export const MEDIA: readonly { fileName: string; bytes: () => Buffer; as?: 'DOCUMENT' }[] = [
  { fileName: 'portrait.png', bytes: picture },
  { fileName: 'deepfake-portrait.png', bytes: picture },
  { fileName: 'deepfake-interview.mp4', bytes: movie },
  { fileName: 'deepfake-voice-message.wav', bytes: silence },
  { fileName: 'call-inconclusive.wav', bytes: silence },
  { fileName: 'corrupt-clip.mp4', bytes: movie },
  { fileName: 'contract.pdf', bytes: page },
  { fileName: 'deepfake-bank-statement.png', bytes: picture, as: 'DOCUMENT' },
];

/** `.invalid` never resolves (RFC 2606): the log shows what a dead receiver looks like, and nothing leaves. */
export const WEBHOOK = {
  url: 'https://receiver.invalid/compliance-events',
  events: ['*'],
  description: 'An example. Its address does not exist, so deliveries to it fail.',
} as const;
