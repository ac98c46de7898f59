-- A store's app runs on its tablet or till: who has one of them needs no word of its own. Only the demo had stores without an app.
delete from machine using store where machine.store_id = store.id and not store.attended and machine.kind in ('tablet', 'till');
alter table store drop column attended;
