export { type ConsentText, consentTexts, setConsentText } from './consents/consents.ts';
export { type ConsentTextRow, consentTextsOf } from './consents/store.ts';
export { ensureFirstOrganization, type FirstKeys } from './first.ts';
export {
  createOrganization,
  grantCredits,
  MAX_GRANT,
  type NewOrganization,
  type PlanChange,
  setPlan,
} from './organization.ts';
export {
  changeSetting,
  parseSetting,
  SettingError,
  type SettingName,
  SETTINGS,
  settingsOf,
  type SettingValue,
} from './settings.ts';
export { beforeOf, type Due, retentionModule, type RetentionPart } from './retention/retention.ts';
export { findOrganization, listBalances, listOrganizations, type BalanceRow, type OrganizationRow } from './store.ts';
