/** Credits per operation (specification 8.3). */
export const PRICES = {
  VERIFICATION_DOCUMENT: 1,
  VERIFICATION_STANDARD: 1,
  VERIFICATION_ENHANCED: 2,
  VERIFICATION_BIOMETRIC: 3,
  AML_SANCTIONS: 1,
  AML_PEP: 2,
  AML_ADVERSE_MEDIA: 3,
  AML_BASIC: 1,
  AML_ENHANCED: 2,
  AML_MONITORING: 1,
  DEEPFAKE_IMAGE: 2,
  DEEPFAKE_VIDEO: 5,
  DEEPFAKE_AUDIO: 3,
  DEEPFAKE_DOCUMENT: 4,
  KYT_CHECK: 2,
  KYT_MONITORING: 1,
} as const;

/** What a ledger entry was for: a priced operation, several AML checks together, or a grant. */
export const CREDIT_OPERATIONS = [...Object.keys(PRICES), 'AML_SCREENING', 'GRANT'] as readonly string[];
export type PricedOperation = keyof typeof PRICES;
export type CreditOperation = PricedOperation | 'AML_SCREENING' | 'GRANT';

export const PRICE_DESCRIPTIONS: Readonly<Record<PricedOperation, string>> = {
  VERIFICATION_DOCUMENT: 'Document verification',
  VERIFICATION_STANDARD: 'Identity verification, standard',
  VERIFICATION_ENHANCED: 'Identity verification, enhanced',
  VERIFICATION_BIOMETRIC: 'Biometric verification',
  AML_SANCTIONS: 'Sanctions check',
  AML_PEP: 'PEP screening',
  AML_ADVERSE_MEDIA: 'Adverse media check',
  AML_BASIC: 'Basic AML check',
  AML_ENHANCED: 'Enhanced AML check',
  AML_MONITORING: 'AML monitoring, per month',
  DEEPFAKE_IMAGE: 'Deepfake image analysis',
  DEEPFAKE_VIDEO: 'Deepfake video analysis',
  DEEPFAKE_AUDIO: 'Deepfake audio analysis',
  DEEPFAKE_DOCUMENT: 'Deepfake document analysis',
  KYT_CHECK: 'KYT wallet check',
  KYT_MONITORING: 'KYT monitoring, per month',
};
