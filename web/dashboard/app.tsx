import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, Suspense } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { needsOf, Permissions } from './api/permissions.tsx';
import { queries } from './api/queries.ts';
import { type Session, useSessionState } from './api/session.ts';
import { ErrorBoundary } from './kit/error-boundary.tsx';
import { ErrorNotice } from './kit/error-notice.tsx';
import { ForbiddenPage, NotFoundPage } from './kit/other-pages.tsx';
import { SkeletonLines } from './kit/skeleton.tsx';
import { ToastProvider } from './kit/toast.tsx';
import { ChooseAccount } from './pages/access/choose-account.tsx';
import { BY_LINK, OPERATOR, SELLER, SIGNED_OUT } from './routes.tsx';
import { Allowed } from './shell/allowed.tsx';
import { ConfirmIdentity } from './shell/confirm-identity.tsx';
import { FirstPaint } from './shell/first-paint.tsx';
import { SessionEnded } from './shell/session-ended.tsx';
import { Shell } from './shell/shell.tsx';

export function App() {
  return (
    <QueryClientProvider client={queries}>
      <ToastProvider>
        <ErrorBoundary>
          <Suspense fallback={<FirstPaint />}>
            <Switch>
              {pagesOf(BY_LINK)}
              <Route>
                <SessionGate />
              </Route>
            </Switch>
          </Suspense>
        </ErrorBoundary>
      </ToastProvider>
    </QueryClientProvider>
  );
}

/** The session decides which pages exist. */
function SessionGate() {
  const { isKnown, session, hasEnded, error, retry } = useSessionState();
  if (error) {
    return (
      <main className="mx-auto max-w-xl p-6">
        <ErrorNotice error={error} retry={retry} />
      </main>
    );
  }
  if (!isKnown) return <FirstPaint />;
  if (!session) return <SignedOut />;
  return (
    <Permissions of={session.permissions}>
      <SignedIn session={session} />
      <ConfirmIdentity hasFactor={session.user.two_factor} />
      {hasEnded && <SessionEnded email={session.user.email} />}
    </Permissions>
  );
}

function SignedOut() {
  const [location] = useLocation();
  const back = location === '/' ? '' : `?to=${encodeURIComponent(location + window.location.search)}`;
  return (
    <ErrorBoundary key={location}>
      <Suspense fallback={<FirstPaint />}>
        <Switch>
          {pagesOf(SIGNED_OUT)}
          <Route>
            <Redirect to={`/login${back}`} replace />
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
}

/** An initial password must be changed first; operators on live rails must set up a second factor. */
function SignedIn({ session }: { session: Session }) {
  const [location] = useLocation();
  const isOperator = session.user.role === 'operator';
  const home = isOperator ? '/admin' : '/';
  const mustSecure = session.two_factor_required || session.must_change_password;
  if (mustSecure && location !== '/settings/security') {
    return <Redirect to="/settings/security" replace />;
  }
  if (location in SIGNED_OUT && session.accounts.length > 1) {
    return <ChooseAccount session={session} page={wantedPage() ?? home} />;
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

/** The page to open after sign-in: always one of this dashboard, never another site. */
function wantedPage(): string | null {
  const wanted = new URLSearchParams(window.location.search).get('to');
  if (!wanted) return null;
  const { origin, pathname, search } = new URL(wanted, window.location.origin);
  const isOurs = origin === window.location.origin && !pathname.startsWith('//');
  return isOurs ? `${pathname}${search}` : null;
}

function pagesOf(pages: Record<string, ComponentType<{ params: Record<string, string> }>>) {
  return Object.entries(pages).map(([path, Page]) => (
    <Route key={path} path={path}>
      {(params) => (
        <Allowed needs={needsOf(path)}>
          <Page params={params as Record<string, string>} />
        </Allowed>
      )}
    </Route>
  ));
}
