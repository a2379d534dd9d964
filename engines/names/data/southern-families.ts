/** Family names of Hong Kong, Macau, Singapore and Malaysia as they are spelled there (facts of usage). */
export const SOUTHERN_FAMILIES: ReadonlySet<string> = new Set(
  (
    'lee li chan lam wong ng ho cheung chow lau leung kwok tsang yip lo ma tang fung cheng chu yeung law tam mak tse lui poon so chiu ' +
    'kwan kan kong hui chung kwong tsui wu yuen ip tong sin pang choi fan siu mok tien tai fok cheuk lai to kam shum szeto au yau yu ' +
    'sit hung ko ting chui wan tan lim goh ong teo koh chua sim low tay neo ang chin yap liew foo chong loh soh tiong'
  ).split(' '),
);
