import { PAGE_PATHS } from '../dashboard/paths.ts';
import { testPages } from './dashboard/every-page.ts';

/** Pages of those who decide. The others are drawn in dashboard-govern.test.ts. */
testPages(PAGE_PATHS.slice(0, PAGE_PATHS.indexOf('developers')));
