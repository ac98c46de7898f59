-- What customers say of the app, a store or a rider is an inbox: assigned, tagged, answered, closed. Tags are a list of reasons of their own.
alter table order_reason drop constraint reason_kind_check;
alter table order_reason add constraint reason_kind_check
  check (kind in ('reject', 'cancel', 'fail', 'refund', 'restore', 'edit', 'on-behalf', 'pause', 'ticket', 'feedback'));

create sequence feedback_number;

alter table feedback drop constraint feedback_state_check;
alter table feedback
  add column number text not null unique default 'F-' || lpad(nextval('feedback_number')::text, 5, '0'),
  add column about text not null default 'app' check (about in ('app', 'store', 'rider')),
  add column stars integer constraint feedback_stars_bound check (stars between 1 and 5),
  add column tags text[] not null default '{}',
  add column store_id uuid references store,
  add column rider_id uuid references rider,
  add column branch_id uuid references branch,
  -- whose app brought it, and what it is called there
  add column channel_id uuid references channel_key,
  add column external_id text constraint feedback_external_id_bound check (octet_length(external_id) <= 640),
  add column assigned_to uuid references staff,
  add column answer text constraint feedback_answer_bound check (octet_length(answer) <= 4000),
  add column answered_by uuid references staff,
  add column answered_at timestamptz,
  -- its number, that of its order, its customer and what it says, folded
  add column search text not null default '',
  alter column state set default 'new';
update feedback set state = 'new' where state = 'open';
update feedback set store_id = orders.store_id, rider_id = orders.rider_id, branch_id = orders.branch_id, about = 'store'
  from orders where orders.id = feedback.order_id;
update feedback set search = lower(number || ' ' || text);
alter table feedback
  alter column about drop default,
  alter column search drop default,
  add constraint feedback_state_check check (state in ('new', 'assigned', 'answered', 'closed')),
  add check ((answer is null) = (answered_at is null) and (answer is null) = (answered_by is null)),
  add check (state <> 'assigned' or assigned_to is not null),
  add check (order_id is null or store_id is not null);
create unique index feedback_external on feedback (channel_id, external_id) where external_id is not null;
create index feedback_search on feedback using gin (search gin_trgm_ops);
create index feedback_by_tag on feedback using gin (tags);
create index feedback_by_state on feedback (state, id);
create index feedback_by_about on feedback (about, id);
create index feedback_by_kind on feedback (kind, id);
create index feedback_by_stars on feedback (stars, id);
create index feedback_of_assignee on feedback (assigned_to, id);
create index feedback_of_store on feedback (store_id, id);
create index feedback_of_branch on feedback (branch_id, id);
create index feedback_of_order on feedback (order_id, id);
create index feedback_of_rider on feedback (rider_id, id);
create index feedback_of_customer on feedback (customer_id, id);

update ticket set feedback_id = null where feedback_id is not null and not exists (select from feedback where feedback.id = ticket.feedback_id);
alter table ticket add constraint ticket_feedback_id_fkey foreign key (feedback_id) references feedback;
-- One ticket is made of what was said.
create unique index ticket_of_feedback on ticket (feedback_id) where feedback_id is not null;
