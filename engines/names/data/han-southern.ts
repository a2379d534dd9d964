/**
 * Spellings customary in Malaysia and Singapore for characters frequent in names: Hokkien and Teochew first, Hakka,
 * Hainanese or Fuzhou second. Facts of usage (public registers and newspapers), simplified and traditional.
 */
const FAMILY =
  '林 lim ling|陈陳 tan chin|黄黃 ng ooi wee wong ong|王 ong wong|李 lee|张張 teo chong|吴吳 goh ng|蔡 chua chai|许許 koh hee|郑鄭 tay teh|刘劉 low liew|杨楊 yeo yong|谢謝 chia|周 chew|郭 kuek kok|叶葉 yap|沈 sim|潘 pua|洪 ang|翁 ong|曾 chan|罗羅 loh law|廖 liew|胡 oh foo|何 ho|梁 leong|彭 phang|苏蘇 soh soo|方 png fong|徐 chee|孙孫 soon|颜顏 gan|魏 gooi|余 ee yee|倪 ngeh|江 kang kong|符 foo|戴 tay tai|邱 khoo hew|钟鍾 cheong chung|高 koh|古 ku|赖賴 lai|温溫 oon voon|白 peh|纪紀 kee|卢盧 loh|朱 choo|马馬 beh mah|傅 poh|陆陸 loke|萧蕭 siow|庄莊 chng chong|柯 kua|唐 tong|冯馮 foong|邓鄧 teng|董 tang|石 chio|宋 song|姚 yeoh|骆駱 loke|章 chiang|涂 too|程 thia|詹 chiam|施 see|连連 lian|曹 chow|田 tian|丘 khoo|欧歐 ow|龚龔 kiong|凌 ling|侯 hau|饶饒 jiau|范範 huan|巫 moo boo|蓝藍 nah lam|甘 kam|游 yew|康 kang|蒋蔣 cheoh|伍 ngoh|邹鄒 chow';

const GIVEN =
  '冠 guan|英 eng|吉 kit|祥 siang|国國 kok|伟偉 wai wee|添 tian|强強 keong chang|明 meng beng|德 teck|家 ka|诗詩 tee see|杰傑 keat kiat|来來 lai loy|贤賢 hian sian|观觀 kon|友 yew yeow|良 liong leong|实實 sik|苍蒼 chong|佑 eu|敬 keng|益 yaik aik|智 tee chee|铭銘 beng meng|莲蓮 lian|花 hoe hwa|日 jit jeck|升 seng|和 ho hoe|联聯 leng lian|昆 khoon|泉 chuan|安 aun ann|清 cheng|福 hock fook|成 seng sing|发發 huat fatt|文 boon mun|金 kim|水 chwee|财財 chai|兴興 hin heng|荣榮 eng weng|光 kong kuang|辉輝 hui fai|忠 tiong chung|义義 gee|志 chee|华華 hwa wah|贵貴 kui kwee|健 kian chieng|仁 jin jen|民 bin min|生 seng sang|春 choon|龙龍 leong liong|有 yew|天 thian|长長 tiong|顺順 soon|利 lee|瑞 swee|坤 khoon|山 san|海 hai|美 bee mei|玉 gek|秀 siew|珠 choo|梅 mui|兰蘭 lan|香 hiang heong|莉 lee|丽麗 lay|云雲 hoon yun|月 guat|爱愛 ai|真 chin|淑 sok|惠慧 hui|宝寶 poh|进進 chin|万萬 ban|全 chuan|才 chai|裕 joo|永 eng yong|平 peng|宗 chong|武 boo|汉漢 han ham|启啟 kee|源 guan yuan|丰豐 hong|炳 peng|耀 yeow|宏鸿鴻 hong|伦倫 loon|克 kek|勇 yong|建 kian kien|信 sin|树樹 chew|松 siong|柏 pek|茂 mou|盛胜勝 seng|聪聰 chong|达達 tat|道 toh|钦欽 khim him|同 tong|景 keng|其 kee|俭儉 kiam|作 cho|可 koo|念 nie|群 ching|碧 pek|琪 kei|镇鎮 tin chin|隆 leong|昌 chong cheong|权權 kuan|芳 fong|芬 fun|玲 leng ling|萍 peng|珍 chin|凤鳳 hong|学學 hock|礼禮 lay|亚亞阿 ah|新 sin|修 siew|如 joo|心 sim|思 soo|世 see|书書 su|中 tiong|南 nam|东東 tong|祖 choh|运運 woon|宜 ghee|豪 hor|业業 giap|木 bak|富 foo|恩 en|祯禎 cheng|雄 hiong|彬 pin|俊 choon|霖 lim|锦錦 kim|勤 khin|庆慶 keng|寿壽 siew|绍紹 siew|仪儀 gee|玮瑋 wei|慈 chu|嘉 ka|立 lip|力 lek|宽寬 khuan|正 cheng|章 chiang|善 sian|甲 kah|培 poey|盈 eng|坚堅 kian|敏 min bin|元 guan yuen|亮 liang leong|振 chin chun|标標 piau piew|凯凱 kai hoi|宁寧 ling|通 thong tong|森 sum som|桂 kwee kui|芝 chee|婷 teng ting|娟 kuan|燕 yen|琴 khim kam|鹏鵬 peng pang|大 tai|基 kee|城 seng|川 chuan|怡 yee yi|扬揚 yong|政 cheng|星 seng sing|晓曉 hiau siew|根 kin kun|洲 chew|浩 ho hao|灿燦 chan|秋 chew|翔 siang cheong|翠 chui|诚誠 seng shing|谦謙 khiam him|贞貞 cheng ching|雪 suat|霞 hah har|静靜 cheng ching|飞飛 fei|麟 lin|威 wee wai|宇 yu|峰 hong fung|康 kang hong|旺 ong wong|欣 hin yan|洋 yong|涛濤 tow|满滿 mun|炎 yam|田 tian tin|维維 wee wai|育 yoke|详詳 siang';

function table(entries: string): ReadonlyMap<string, readonly string[]> {
  const map = new Map<string, readonly string[]>();
  for (const entry of entries.split('|')) {
    const [characters = '', ...spellings] = entry.split(' ');
    if (spellings.length > 0) for (const char of characters) if (!map.has(char)) map.set(char, spellings);
  }
  return map;
}

export const SOUTHERN_FAMILY = table(FAMILY);
export const SOUTHERN_GIVEN = table(GIVEN);
