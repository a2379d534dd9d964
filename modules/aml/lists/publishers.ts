import type { ListFormat } from '../../../engines/watchlists/index.ts';

/** Where a publisher offers a list to everybody. */
export interface Publisher {
  dataset: string;
  format: ListFormat;
  /** Files of one version, the primary one first. */
  files: readonly SourceFile[];
}

export interface SourceFile {
  url: string;
  name: string;
  /** The list is whole without it: where the publisher has no such file, it is left out. */
  optional?: boolean;
}

const OFAC = 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports';

/** Official lists with public addresses that need no registration. */
export const PUBLISHERS: readonly Publisher[] = [
  {
    dataset: 'ofac-sdn',
    format: 'ofac-sdn',
    files: [
      { url: `${OFAC}/SDN.CSV`, name: 'sdn.csv' },
      { url: `${OFAC}/ALT.CSV`, name: 'alt.csv' },
      { url: `${OFAC}/ADD.CSV`, name: 'add.csv' },
      { url: `${OFAC}/SDN_COMMENTS.CSV`, name: 'sdn_comments.csv', optional: true },
    ],
  },
  {
    dataset: 'un',
    format: 'un-xml',
    files: [{ url: 'https://scsanctions.un.org/resources/xml/en/consolidated.xml', name: 'consolidated.xml' }],
  },
  {
    dataset: 'eu',
    format: 'eu-xml',
    files: [
      {
        // The token is the publisher's own for anonymous readers.
        url: 'https://webgate.ec.europa.eu/fsd/fsf/public/files/xmlFullSanctionsList_1_1/content?token=dG9rZW4tMjAxNw',
        name: 'xmlFullSanctionsList_1_1.xml',
      },
    ],
  },
  {
    dataset: 'uk',
    format: 'uk-csv',
    files: [
      // The only list of the United Kingdom since 28 January 2026, when OFSI's consolidated list was closed.
      { url: 'https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.csv', name: 'UK-Sanctions-List.csv' },
    ],
  },
  {
    dataset: 'us-csl',
    format: 'us-csl-csv',
    files: [
      {
        url: 'https://data.trade.gov/downloadable_consolidated_screening_list/v1/consolidated.csv',
        name: 'consolidated.csv',
      },
    ],
  },
];
