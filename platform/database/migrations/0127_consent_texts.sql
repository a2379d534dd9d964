-- What applicants are asked to agree to, in an organisation's own words. The newest version of a language is in force;
-- one without a text puts the service's own words in force again.
create table consent_texts (
  organization_id text collate "C" not null references organizations (id),
  language text not null check (language in ('en', 'de', 'fr', 'es', 'pt', 'ar')),
  version integer not null check (version > 0),
  text text,
  -- SHA-256 of the text in UTF-8.
  hash bytea,
  author text collate "C" not null,
  created_at timestamptz not null,
  primary key (organization_id, language, version),
  check ((text is null) = (hash is null))
);

-- What was agreed to: in which language, by which version (null: the service's own words), and the digest of it.
alter table captures add column consent_language text;
alter table captures add column consent_version integer;
alter table captures add column consent_hash bytea;
