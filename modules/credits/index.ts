import type { Module, Services } from '../../platform/module.ts';
import { creditEndpoints } from './routes.ts';

export function creditsModule(services: Services): Module {
  return { name: 'credits', endpoints: creditEndpoints(services) };
}
