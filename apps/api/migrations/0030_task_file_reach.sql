-- A file holds what its owner saw when it was written: whoever sees something else by now does not get it. One written before is nobody's.
alter table task add column file_reach text;
