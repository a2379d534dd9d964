import type { Category } from '../../../engines/wallets/index.ts';

/**
 * Categories of the concepts that tag packs use (the taxonomy derived from INTERPOL's of darknets and
 * cryptocurrencies), the more severe first: where a tag has several, the first of these counts.
 */
const CONCEPTS: readonly (readonly [Category, readonly string[]])[] = [
  ['SANCTIONS', ['sanction']],
  ['TERRORISM', ['terrorism', 'terrorism_financing', 'extremism']],
  ['CHILD_ABUSE_MATERIAL', ['child_sexual_abuse']],
  ['RANSOMWARE', ['ransomware', 'malware']],
  ['DARKNET_MARKETS', ['dark_web', 'drugs', 'weapons', 'counterfeit']],
  ['STOLEN_FUNDS', ['service_hack', 'account_hack', 'hacking', 'exploit', 'data_breach']],
  [
    'SCAM',
    [
      'scam',
      'sextortion',
      'extortion',
      'phishing',
      'ponzi_scheme',
      'pyramid_scheme',
      'investment_fraud',
      'social_engineering',
      'financial_crime',
      'money_laundering',
    ],
  ],
  ['FRAUD_SHOP', ['payment_card_fraud']],
  ['MIXER', ['mixing_service', 'coinjoin', 'mixing']],
  ['GAMBLING', ['gambling']],
  ['EXCHANGE', ['exchange', 'atm']],
  ['MINING', ['miner', 'mining_service']],
  ['BRIDGE', ['defi_bridge']],
  [
    'DEFI',
    [
      'defi',
      'defi_token',
      'defi_lending',
      'defi_dex',
      'defi_dex_pair',
      'defi_derivatives',
      'defi_dao',
      'defi_staking',
      'defi_custody',
    ],
  ],
  ['PAYMENT_PROCESSOR', ['payment_processor']],
  ['WALLET_SERVICE', ['wallet_service', 'hot_wallet', 'cold_wallet', 'warm_wallet', 'escrow_wallet', 'custody']],
];

/** The category of a tag's concepts (abuse, category and further ones); OTHER where none is known. */
export function categoryOf(concepts: readonly string[]): Category {
  return CONCEPTS.find(([, names]) => names.some((name) => concepts.includes(name)))?.[0] ?? 'OTHER';
}

/** Confidence of a tag's kind of source, 0 to 100, as the tag packs' own scale has it. */
const CONFIDENCE: Readonly<Record<string, number>> = {
  override: 100,
  ownership: 100,
  ledger_immanent: 100,
  manual_transaction: 90,
  service_api: 70,
  forensic_investigation: 70,
  authority_data: 60,
  trusted_provider: 50,
  service_data: 50,
  forensic: 50,
  untrusted_transaction: 40,
  web_crawl: 20,
  heuristic: 10,
  unknown: 5,
};

export const confidenceOf = (kind: string | undefined): number => CONFIDENCE[kind ?? ''] ?? 5;
export const AUTHORITY_CONFIDENCE = 60;
