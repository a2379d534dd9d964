import { PAGE_PATHS } from '../dashboard/paths.ts';
import { testPages } from './dashboard/every-page.ts';

/** Pages of those who integrate and who answer for it. The others are drawn in dashboard-pages.test.ts. */
testPages(PAGE_PATHS.slice(PAGE_PATHS.indexOf('developers')));
