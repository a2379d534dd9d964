export type Theme = 'system' | 'light' | 'dark';

const KEY = 'theme';

/** The reader's choice, kept in this browser; by itself as the system is. */
export function chosenTheme(): Theme {
  const kept = localStorage.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

export function applyTheme(theme: Theme = chosenTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  applyTheme(theme);
}

const ENVIRONMENT_KEY = 'environment';
/** Where the reader worked last, for the front door. */
export const lastEnvironment = (): 'live' | 'test' =>
  localStorage.getItem(ENVIRONMENT_KEY) === 'test' ? 'test' : 'live';
export const rememberEnvironment = (environment: 'live' | 'test'): void =>
  localStorage.setItem(ENVIRONMENT_KEY, environment);
