/** Foreign names as customarily written in Han (simplified, traditional, Malaysian), where the sound alone would mislead. */
const ENTRIES = `
john 约翰 約翰|george 乔治 喬治 佐治|joe 乔 喬|joseph 约瑟夫 約瑟夫 佐瑟 约瑟|james 詹姆斯 占士|jim 吉姆|paul 保罗 保羅|peter 彼得|michael 迈克尔 邁克爾 迈克 米高|david 大卫 大衛 戴维 戴維
mary 玛丽 瑪麗|maria 玛丽亚 瑪麗亞 瑪利亞|elizabeth 伊丽莎白 伊莉莎白|catherine 凯瑟琳 凱瑟琳|william 威廉|charles 查尔斯 查爾斯 查斯|henry 亨利|thomas 托马斯 托馬斯|robert 罗伯特 羅伯特|richard 理查德 理察|edward 爱德华 愛德華
alexander 亚历山大 亞歷山大|andrew 安德鲁 安德魯|stephen 斯蒂芬 史蒂芬 史提芬|philip 菲利普|christopher 克里斯托弗|anthony 安东尼 安東尼|francis 弗朗西斯|benjamin 本杰明 班傑明|samuel 塞缪尔|daniel 丹尼尔 丹尼爾
matthew 马修 馬修|mark 马克 馬克|luke 卢克|simon 西蒙|jack 杰克 傑克|nick 尼克|tony 托尼 东尼 東尼|tom 汤姆 湯姆|bill 比尔 比爾|bob 鲍勃|ed 埃德|alan 艾伦|kevin 凯文 凱文 陆克文|julia 朱莉娅 茱莉亞|jeremy 杰里米 傑里米
smith 史密斯|brown 布朗|johnson 约翰逊 約翰遜 強生|jones 琼斯 瓊斯|williams 威廉姆斯 威廉斯|taylor 泰勒|wilson 威尔逊 威爾遜|clark 克拉克|white 怀特|king 金|martin 马丁 馬丁|jackson 杰克逊 傑克遜|howard 霍华德 霍華德|scott 斯科特|washington 华盛顿
vladimir 弗拉基米尔 弗拉基米爾|ivan 伊万 伊凡|mikhail 米哈伊尔|nikolai 尼古拉|sergei 谢尔盖 謝爾蓋|alexei 阿列克谢|dmitri 德米特里|yuri 尤里|boris 鲍里斯 鮑里斯|viktor 维克托|igor 伊戈尔|oleg 奥列格
mohammed 穆罕默德 莫哈末 莫哈默 默罕默德 莫哈邁德 穆罕|ahmed 艾哈迈德 阿末 阿哈邁德 阿赫迈德|ali 阿里|hussein 侯赛因 侯賽因 胡先|hassan 哈桑 哈山|abdul 阿卜杜勒 阿都 阿布都 阿卜杜拉|abdullah 阿卜杜拉 阿都拉 阿布杜拉|ibrahim 易卜拉欣 依布拉欣 依不拉音|ismail 伊斯梅尔 伊斯迈尔 依斯迈 依斯邁 伊斯迈|yusuf 优素福 尤索夫|omar 奥马尔 奧馬爾 奥玛|osman 奥斯曼 奥曼|mahmoud 马哈茂德 馬哈茂德 玛末|khalid 哈立德|saleh 萨利赫 沙礼|saeed 赛义德|anwar 安瓦尔 安华 安華|najib 纳吉布 纳吉|razak 拉扎克 拉萨|rahman 拉赫曼 拉曼|hamid 哈米德|karim 卡里姆|salim 萨利姆 沙林|nasser 纳赛尔|mustafa 穆斯塔法|bin 本 宾|syed 赛|nor 诺|jaafar 查化 惹化 查华
jose 何塞 約瑟|juan 胡安|carlos 卡洛斯|luis 路易斯|pedro 佩德罗|francisco 弗朗西斯科|fernando 费尔南多|jorge 豪尔赫|miguel 米格尔|manuel 曼努埃尔|angela 安格拉 安吉拉|hans 汉斯|jean 让 讓|jacques 雅克|pierre 皮埃尔|francois 弗朗索瓦|nicolas 尼古拉
`;

export const FOREIGN_IN_HAN: ReadonlyMap<string, string> = (() => {
  const map = new Map<string, string>();
  for (const entry of ENTRIES.trim().split(/[|\n]/)) {
    const [latin = '', ...writings] = entry.trim().split(' ');
    for (const writing of writings) if (!map.has(writing)) map.set(writing, latin);
  }
  return map;
})();

/** Longest writing, in characters. */
export const LONGEST_FOREIGN = 5;
