-- A push token belongs to the channel that registered it: who knows another app's token does not take its device over.
alter table device add column channel_id uuid references channel_key;
alter table device drop constraint device_push_token_key;
create unique index device_of_channel on device (channel_id, push_token);
