/** Foreign names as customarily written in Han (simplified, traditional, Malaysian), where the sound alone would mislead. */
const ENTRIES = `
john 约翰 約翰|george 乔治 喬治 佐治|joe 乔 喬|joseph 约瑟夫 約瑟夫 佐瑟 约瑟|james 詹姆斯 占士|jim 吉姆|paul 保罗 保羅|peter 彼得|michael 迈克尔 邁克爾 迈克 米高|david 大卫 大衛 戴维 戴維
mary 玛丽 瑪麗|maria 玛丽亚 瑪麗亞 瑪利亞|elizabeth 伊丽莎白 伊莉莎白|catherine 凯瑟琳 凱瑟琳|william 威廉|charles 查尔斯 查爾斯 查斯|henry 亨利|thomas 托马斯 托馬斯|robert 罗伯特 羅伯特|richard 理查德 理察|edward 爱德华 愛德華
alexander 亚历山大 亞歷山大|andrew 安德鲁 安德魯|stephen 斯蒂芬 史蒂芬 史提芬|philip 菲利普|christopher 克里斯托弗|anthony 安东尼 安東尼|francis 弗朗西斯|benjamin 本杰明 班傑明|samuel 塞缪尔|daniel 丹尼尔 丹尼爾
matthew 马修 馬修|mark 马克 馬克|luke 卢克|simon 西蒙|jack 杰克 傑克|nick 尼克|tony 托尼 东尼 東尼|tom 汤姆 湯姆|bill 比尔 比爾|bob 鲍勃|ed 埃德|alan 艾伦|kevin 凯文 凱文 陆克文|julia 朱莉娅 茱莉亞|jeremy 杰里米 傑里米
smith 史密斯|brown 布朗|johnson 约翰逊 約翰遜 強生|jones 琼斯 瓊斯|williams 威廉姆斯 威廉斯|taylor 泰勒|wilson 威尔逊 威爾遜|clark 克拉克|white 怀特|king 金|martin 马丁 馬丁|jackson 杰克逊 傑克遜|howard 霍华德 霍華德|scott 斯科特|washington 华盛顿
vladimir 弗拉基米尔 弗拉基米爾|ivan 伊万 伊凡|mikhail 米哈伊尔|nikolai 尼古拉|sergei 谢尔盖 謝爾蓋|alexei 阿列克谢|dmitri 德米特里|yuri 尤里|boris 鲍里斯 鮑里斯|viktor 维克托|igor 伊戈尔|oleg 奥列格
mohammed 穆罕默德 莫哈末 莫哈默 默罕默德 莫哈邁德 穆罕|ahmed 艾哈迈德 阿末 阿哈邁德 阿赫迈德|ali 阿里|hussein 侯赛因 侯賽因 胡先|hassan 哈桑 哈山|abdul 阿卜杜勒 阿都 阿布都|abdullah 阿卜杜拉 阿都拉 阿布杜拉|ibrahim 易卜拉欣 依布拉欣 依不拉音|ismail 伊斯梅尔 伊斯迈尔 依斯迈 依斯邁 伊斯迈|yusuf 优素福 尤索夫|omar 奥马尔 奧馬爾 奥玛|osman 奥斯曼 奥曼|mahmoud 马哈茂德 馬哈茂德 玛末|khalid 哈立德|saleh 萨利赫 沙礼|saeed 赛义德|anwar 安瓦尔 安华 安華|najib 纳吉布 纳吉|razak 拉扎克 拉萨|rahman 拉赫曼 拉曼|hamid 哈米德|karim 卡里姆|salim 萨利姆 沙林|nasser 纳赛尔|mustafa 穆斯塔法|bin 本 宾|syed 赛|nor 诺|jaafar 查化 惹化 查华
jose 何塞 約瑟|juan 胡安|carlos 卡洛斯|luis 路易斯|pedro 佩德罗|francisco 弗朗西斯科|fernando 费尔南多|jorge 豪尔赫|miguel 米格尔|manuel 曼努埃尔|angela 安格拉 安吉拉|hans 汉斯|jean 让 讓|jacques 雅克|pierre 皮埃尔|francois 弗朗索瓦|nicolas 尼古拉
abdulrahman 阿都拉曼 阿卜杜勒拉赫曼|abdulrazak 阿都拉萨 阿都拉薩|abdulrahim 阿都拉欣|abdullatif 阿都拉迪 阿都拉迪夫|abdulaziz 阿都阿兹 阿都阿茲|abdulhadi 阿都哈迪|abdulwahid 阿都华希|abdulghani 阿都干尼|abdulkarim 阿都卡林|abdulmalik 阿都马力|abdulwahab 阿都华合 华合|abdulhamid 阿都哈密
ismail 依斯迈尔 依斯玛依 伊斯玛依 伊斯邁|hamid 哈密 哈密德|zahid 扎希 扎希德|razali 拉查理 拉沙里|rashid 拉锡 拉希德|rahim 拉欣 拉希姆|rahman 拉曼|ibrahim 伊布拉欣 易卜拉欣|bakar 巴卡|abu_bakar 阿布巴卡 阿布峇卡|siti 西蒂|tengku 东姑 東姑|salahuddin 沙拉胡丁 萨拉胡丁|sanusi 沙努西|mahathir 马哈迪 馬哈迪 马哈蒂尔|muhyiddin 慕尤丁|mustapha 慕斯达法 慕斯达化 穆斯塔法|aziz 阿兹 阿茲|azmin 阿兹敏|azlan 阿兹兰|nurul 努鲁|izzah 伊莎|kamarul 卡玛鲁|kadir 卡迪|kumar 古玛 古瑪 库马尔|subramaniam 苏巴马廉 苏巴马尼亚姆|samy 沙米|nathan 纳登 纳丹|mahmud 马目 玛目 马末|hashim 哈欣 哈希姆|hishammuddin 希沙慕丁|khairy 凯里|khalid 卡立|omar 奥马 欧玛|othman 奥斯曼 欧斯曼 奥曼|anwar 安瓦|ali 阿里|nordin 诺丁|zainuddin 再努丁|zahrain 再林|shahrir 沙里尔|sabri 沙比里 沙布里|yunus 尤努斯 尤诺斯|isa 依沙 伊萨|nizar 尼扎 尼查|jamaluddin 贾玛鲁丁 查马鲁丁|firdaus 费尔道斯 費爾道斯|badawi 巴达维 巴達維|tun 敦|wan 旺|haji 哈芝|datuk 拿督|syed 赛义德 賽義德|singh 星 辛格|joko 佐科|taib 泰益 达益|fadillah 法迪拉|shafie 沙菲益|shahidan 沙希旦|zakaria 扎卡里亚|halim 哈林|ghazali 卡查里 加沙里|latif 拉迪 拉迪夫|yusoff 尤索夫 玉索夫|jaafar 惹化 查化 加法尔|arif 阿里夫|fauzi 弗兹|wahid 华希 瓦希德
hilary 希拉里 希拉蕊|amber 安珀|kenneth 肯尼斯|ronald 罗纳德|donald 唐纳德 特朗普|douglas 道格拉斯|gordon 戈登|boris 鲍里斯|theresa 特雷莎 特蕾莎|margaret 玛格丽特 瑪格麗特|emmanuel 埃马纽埃尔|nicholas 尼古拉斯|patrick 帕特里克|edmund 埃德蒙|arthur 阿瑟 亚瑟|victor 维克多|eric 埃里克 艾里克 依力|frank 弗兰克|gerald 杰拉尔德|harold 哈罗德|hugh 休|ian 伊恩|keith 基思|leo 利奥|louis 路易 路易斯|oliver 奥利弗|ralph 拉尔夫|raymond 雷蒙德|roger 罗杰|samantha 萨曼莎|sarah 萨拉 莎拉|susan 苏珊|walter 沃尔特|anna 安娜|anne 安妮|barbara 芭芭拉|caroline 卡罗琳|christine 克里斯蒂娜|claire 克莱尔|diana 黛安娜|emma 艾玛 埃玛|helen 海伦|jane 简|jennifer 珍妮弗|jessica 杰西卡|karen 卡伦|laura 劳拉|linda 琳达|lisa 丽莎|lucy 露西|nancy 南希|natalia 纳塔利娅|olga 奥尔加|rachel 蕾切尔|rebecca 丽贝卡|victoria 维多利亚|ivanov 伊万诺夫|petrov 彼得罗夫|georgi 格奥尔基|konstantin 康斯坦丁|andrei 安德烈|anton 安东|maxim 马克西姆|pavel 帕维尔|svetlana 斯韦特兰娜|tatiana 塔季扬娜|elena 叶连娜 埃琳娜|yevgeny 叶夫根尼|nikita 尼基塔
`;

/** One character in front of a longer run, customary in Malaysia. */
export const PREFIX_IN_HAN: ReadonlyMap<string, string> = new Map([
  ['末', 'mohd'],
  ['赛', 'syed'],
  ['賽', 'syed'],
  ['诺', 'nor'],
  ['諾', 'nor'],
  ['敦', 'tun'],
  ['旺', 'wan'],
]);

export const FOREIGN_IN_HAN: ReadonlyMap<string, string> = (() => {
  const map = new Map<string, string>();
  for (const entry of ENTRIES.trim().split(/[|\n]/)) {
    const [latin = '', ...writings] = entry.trim().split(' ');
    for (const writing of writings) map.set(writing, map.get(writing) ?? latin);
  }
  return map;
})();

/** Longest writing, in characters. */
export const LONGEST_FOREIGN = 5;
