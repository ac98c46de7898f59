-- Alerts to staff are few among the events of a day: whoever opens the page is told those of the last one.
create index event_messages on event (at) where kind = 'message';
