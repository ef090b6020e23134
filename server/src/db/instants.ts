/**
 * SQL for an instant, some seconds earlier. A plain subtraction counts as dependent on the session's time zone, which a
 * distributed database refuses in an update.
 */
export const earlier = (column: string, seconds: string) =>
  `to_timestamp(extract(epoch from ${column} - timestamptz 'epoch')::double precision - ${seconds})`;
