import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { whenSignedOut } from './lib/api.ts';
import { queries } from './lib/data.tsx';
import { applyTheme } from './lib/theme.ts';
import { router } from './router.tsx';

applyTheme();
// A session that ended leads to the sign-in page, and from there back to where it ended.
whenSignedOut(() => {
  const { pathname, href } = router.state.location;
  if (pathname === '/sign-in' || pathname === '/join') return;
  queries.clear();
  void router.navigate({ to: '/sign-in', search: { next: href } });
});

const root = document.getElementById('app');
if (!root) throw new Error('the document has no place for the pages');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
