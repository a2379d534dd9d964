/**
 * Words of trades, legal forms and countries in the names of companies, in scripts where a reading by sound would not
 * find the English word that the same company is listed with (facts of usage). English first, then its writings.
 */
export const HAN_WORDS = `
co ltd=股份有限公司 有限责任公司 有限責任公司 有限公司 株式会社 株式會社
group company=集团公司 集團公司
company=总公司 總公司 公司 会社 會社 商社
group=集团 集團
bank=银行 銀行
holdings=控股
international=国际 國際
technology=科学技术 科技 技术 技術
science=科学 科學
trading=贸易 貿易 商贸 商貿 经贸 經貿
import export=进出口 進出口
industry=工业 工業 实业 實業 产业 產業
petroleum=石油
petrochemical=石化
chemical=化工 化学 化學
shipping=航运 航運 海运 海運 船务 船務
logistics=物流
transport=运输 運輸
energy=能源
electric=电气 電氣 电力 電力
electronics=电子 電子
communications=通信 通讯 通訊
investment=投资 投資
construction=建设 建設 建筑 建築
engineering=工程
development=发展 發展 开发 開發
manufacturing=制造 製造
steel=钢铁 鋼鐵
mining=矿业 礦業
aviation=航空
aerospace=航天
insurance=保险 保險
securities=证券 證券
university=大学 大學
institute=研究院 研究所
association=协会 協會
foundation=基金会 基金會
pharmaceutical=制药 製藥 医药 醫藥
industrial and commercial bank=工商银行 工商銀行
construction bank=建设银行 建設銀行
agricultural bank=农业银行 農業銀行
china=中国 中國 中华 中華
hong kong=香港
korea=朝鲜 朝鮮
russia=俄罗斯 俄羅斯
iran=伊朗
`;

/** Words that are written together with others in Hangul. */
export const IN_HANGUL = [
  "주식회사",
  "총회사",
  "회사",
  "은행",
  "무역",
  "공사",
  "조선",
  "한국",
  "대한",
];

export const WORDS = `
co=شركة شرکت
group=مجموعة گروه группа
bank=بنك مصرف بانک البنك المصرف 은행 бэнк акб кб
foundation=مؤسسة بنیاد фонд
association=جمعية الجمعية انجمن ассоциация
trading=للتجارة التجارية التجارة بازرگانی تجارت 무역
international=الدولية الدولي للدولية بین‌المللی международная международный
national=الوطنية الوطني ملی национальный национальная 국가
oil=النفط نفط نفت
petroleum=نفطی
petrochemical=پتروشیمی البتروكيماويات
holdings=القابضة
ltd=المحدودة محدود
exchange=للصرافة صرافة الصرافة صرافی
transport=للنقل النقل
shipping=للملاحة الملاحة للشحن الشحن کشتیرانی
investment=للاستثمار الاستثمار
industries=صنایع الصناعات للصناعات
industry=الصناعة صنعت
islamic=الإسلامية الإسلامي اسلامی
arab=العربية العربي
university=جامعة دانشگاه
engineering=الهندسية مهندسی
general=العامة العام
construction=للمقاولات المقاولات ساختمانی
charity=الخيرية خيرية
company=کمپنی شركات
state=الدولة
iraq=العراق
levant=الشام والشام
libya=ليبيا الليبية
yemen=اليمن
tunisian=التونسية
moroccan=المغربية
egyptian=المصري المصرية
syrian=السورية سوريا
fighting=المقاتلة
front=جبهة الجبهة
network=شبكة شبکه
movement=حركة الحركة جنبش
organization=تنظيم تنظیم منظمة سازمان
army=جيش الجيش
office=مكتب دفتر
union=اتحاد الاتحاد
in=في
iran=ایران إيران
iranian=الإيرانية الإيراني ایرانی
co ltd=주식회사
company=회사 компания
corporation=공사 корпорация
korea=조선 한국 대한
russian=российский российская российское
state=государственный государственная государственное государственной
scientific=научный научная научно
production=производственный производственное производственная
general corporation=총회사
pmc=чвк
plant=завод
production association=нпо
scientific research institute=нии
`;
