-- What clears a party is kept beside what accuses it, so that an acquittal in one article ends the accusation of another.
alter table news_findings drop constraint news_findings_role_check;
alter table news_findings add constraint news_findings_role_check check (role in ('ACCUSED', 'CONVICTED', 'OTHER'));
alter table news_findings add column clearing text check (clearing in ('ACQUITTED', 'DROPPED', 'OVERTURNED'));
alter table news_findings add constraint news_findings_cleared check ((role = 'OTHER') = (clearing is not null));
