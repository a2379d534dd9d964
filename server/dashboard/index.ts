export { type DashboardPages, dashboardPages, registerDashboard } from './routes.ts';
