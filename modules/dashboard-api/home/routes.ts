import { getHome } from '../../../contract/dashboard/home.ts';
import { type Endpoint, read } from '../../../platform/http/endpoint.ts';
import type { Services } from '../../../platform/module.ts';
import type { Records } from '../records.ts';
import { HomePage } from './home.ts';

export function homeEndpoints(services: Services, records: Records): Endpoint[] {
  const page = new HomePage(services, records);
  return [read(getHome, (call) => page.read(call))];
}
