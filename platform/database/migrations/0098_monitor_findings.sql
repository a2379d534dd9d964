-- SHA-256 of what was found at the last run, for it to be found again from nothing, bit for bit.
alter table kyt_monitors add column findings_hash text;
