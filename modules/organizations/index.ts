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
export { findOrganization, listBalances, listOrganizations, type BalanceRow, type OrganizationRow } from './store.ts';
