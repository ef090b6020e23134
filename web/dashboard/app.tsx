import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, Suspense } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { queries } from './api/queries.ts';
import { type Session, useSessionQuery } from './api/session.ts';
import { ErrorBoundary } from './kit/error-boundary.tsx';
import { ErrorNotice } from './kit/error-notice.tsx';
import { ForbiddenPage, NotFoundPage } from './kit/other-pages.tsx';
import { SkeletonLines } from './kit/skeleton.tsx';
import { ToastProvider } from './kit/toast.tsx';
import { OPERATOR, SELLER, SIGNED_OUT } from './routes.tsx';
import { Shell } from './shell/shell.tsx';

export function App() {
  return (
    <QueryClientProvider client={queries}>
      <ToastProvider>
        <Doorway />
      </ToastProvider>
    </QueryClientProvider>
  );
}

/** Who is here decides what there is. */
function Doorway() {
  const session = useSessionQuery();
  if (session.error) {
    return (
      <main className="mx-auto max-w-xl p-6">
        <ErrorNotice error={session.error} retry={() => void session.refetch()} />
      </main>
    );
  }
  if (session.data === undefined) return null;
  return session.data === null ? <SignedOut /> : <SignedIn session={session.data} />;
}

function SignedOut() {
  const [location] = useLocation();
  const back = location === '/' ? '' : `?to=${encodeURIComponent(location + window.location.search)}`;
  return (
    <Suspense fallback={null}>
      <Switch>
        {pagesOf(SIGNED_OUT)}
        <Route>
          <Redirect to={`/login${back}`} replace />
        </Route>
      </Switch>
    </Suspense>
  );
}

/** An operator in live rails sets up the second factor before anything else. */
function SignedIn({ session }: { session: Session }) {
  const [location] = useLocation();
  const isOperator = session.user.role === 'operator';
  const home = isOperator ? '/admin' : '/';
  if (session.two_factor_required && location !== '/settings/security') {
    return <Redirect to="/settings/security" replace />;
  }
  return (
    <Shell session={session}>
      <ErrorBoundary key={location}>
        <Suspense fallback={<SkeletonLines />}>
          <Switch>
            {Object.keys(SIGNED_OUT).map((path) => (
              <Route key={path} path={path}>
                <Redirect to={wantedPage() ?? home} replace />
              </Route>
            ))}
            {pagesOf(isOperator ? OPERATOR : SELLER)}
            <Route path="/admin/*?" component={ForbiddenPage} />
            {isOperator && (
              <Route path="/">
                <Redirect to={home} replace />
              </Route>
            )}
            <Route component={NotFoundPage} />
          </Switch>
        </Suspense>
      </ErrorBoundary>
    </Shell>
  );
}

/** Where one was going when asked to sign in: a place of this dashboard, never another site. */
function wantedPage(): string | null {
  const wanted = new URLSearchParams(window.location.search).get('to');
  if (!wanted) return null;
  const { origin, pathname, search } = new URL(wanted, window.location.origin);
  return origin === window.location.origin ? `${pathname}${search}` : null;
}

function pagesOf(pages: Record<string, ComponentType<{ params: Record<string, string> }>>) {
  return Object.entries(pages).map(([path, Page]) => (
    <Route key={path} path={path}>
      {(params) => <Page params={params as Record<string, string>} />}
    </Route>
  ));
}
