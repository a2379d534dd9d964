-- Articles of the press, and who is accused or convicted of what in them. Texts are not kept: a finding has its snippet.

create table news_articles (
  id bigint generated always as identity primary key,
  -- SHA-256 of the address; else of publisher and the publisher's identifier; else of the story.
  key bytea not null unique,
  -- SHA-256 of the words of title and text: one story at two addresses is one article.
  story bytea not null unique,
  -- Minimum hashes of the text: versions of one story have like ones.
  signature bytea not null,
  url text,
  title text not null,
  publisher text,
  -- ISO 8601, in UTC, or a date alone.
  published_at text collate "C",
  language text,
  -- Version of the rules that its findings were made with.
  algorithm text not null,
  imported_at timestamptz not null
);

create table news_findings (
  article_id bigint not null references news_articles (id) on delete cascade,
  position integer not null,
  -- Kind and normalised name of the party, digested: its identifier among the entities of the list `news`.
  party text collate "C" not null,
  name text not null,
  aliases text[] not null,
  kind text not null check (kind in ('PERSON', 'ORGANIZATION')),
  offence text not null,
  role text not null check (role in ('ACCUSED', 'CONVICTED')),
  severity text not null check (severity in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  confidence double precision not null,
  -- UTF-16 units of title or text, and the words there.
  snippet_field text not null check (snippet_field in ('TITLE', 'TEXT')),
  snippet_start integer not null,
  snippet_end integer not null,
  snippet text not null,
  primary key (article_id, position)
);
create index news_findings_party on news_findings (party);
