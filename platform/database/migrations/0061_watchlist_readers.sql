-- Which processes search the watchlists, and on which versions: an import can tell when its list serves everywhere.
create table watchlist_readers (
  id text collate "C" primary key,
  versions jsonb not null,
  seen_at timestamptz not null default clock_timestamp()
);
