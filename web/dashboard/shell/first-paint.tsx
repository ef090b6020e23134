/** As the document draws it before this script has come (`server/src/site/dashboard-routes.ts`): nothing jumps. */
export function FirstPaint() {
  return (
    <div className="first-paint" aria-hidden="true">
      <p>Guichê</p>
      <i />
      <i />
      <i />
    </div>
  );
}
