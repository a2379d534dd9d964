export { createOrganization, type NewOrganization } from './organization.ts';
export { listOrganizations, type OrganizationRow } from './store.ts';
