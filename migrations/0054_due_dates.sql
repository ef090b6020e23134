set local lock_timeout = '5s';

insert into event_notices (type, audience, name, cause, received_by) values
  ('charge.due_date_changed', 'owner', 'charge.due_date_changed', null, '{charge.due_date_changed}'),
  ('charge.due_date_refused', 'owner', 'charge.due_date_refused', null, '{charge.due_date_refused}');
