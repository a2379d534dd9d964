/** Family names written with one Han character, simplified and traditional. */
export const FAMILY_NAMES: ReadonlySet<string> = new Set([
  ...'洪辜习習王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何高林罗羅郑鄭梁谢謝宋唐许許邓鄧冯馮韩韓曹曾彭萧蕭肖蔡潘田董袁于於余叶葉蒋蔣杜苏蘇魏程吕呂丁沈任姚卢盧傅钟鍾鐘姜崔谭譚廖范範汪陆陸金石戴贾賈韦韋夏邱丘方侯邹鄒熊孟秦白江阎閻薛尹段雷黎史龙龍陶贺賀顾顧毛郝龚龔邵万萬钱錢严嚴覃武戚莫孔向汤湯温溫康施文牛樊葛邢安齐齊易乔喬伍庞龐颜顏倪庄莊聂聶章鲁魯岳翟殷詹申耿关關兰蘭焦俞左柳甘祝包宁寧尚符舒阮柯纪紀梅童凌毕畢单單季裴霍涂塗成苗谷盛曲翁冉骆駱蓝藍路游辛欧歐管柴蒙鲍鮑华華喻祁蒲房滕屈饶饒解牟艾尤阳陽时時穆农農司卓古吉缪繆简簡车車项項连連芦蘆麦麥褚娄婁窦竇戴岑景党黨宫宮费費卜冷晏席卫衛米柏宗瞿桂全佟应應臧闵閔苟邬鄔边邊卞姬师師和仇栾欒隋商刁沙荣榮巫寇桑郎甄丛叢仲虞敖巩鞏明佘池查麻苑迟遲邝鄺官封谈談匡鞠惠荆荊乐樂冀郁胥南班储儲原栗燕楚鄢劳勞谌諶奚皮粟冼蔺藺楼樓盘盤满滿闻聞位厉厲伊仝区區郜海阚闞花权權强強帅帥屠豆朴盖蓋练練廉禹井祖漆巴丰豐支卿国國狄平计計索宣晋晉相初门門云雲容敬来來扈晁芮都普阙闕浦戈伏鹿薄邸雍辜羊阿乌烏母裘亓修邰赫杭况況那宿鲜鮮印逯隆茹诺諾战戰慕危玉银銀亢嵇公哈湛宾賓戎勾茅利於呼居揭干但尉冶斯元束檀衣信展阴陰昝智幸奉植衡富尧堯闭閉由',
]);

export const COMPOUND_FAMILY_NAMES: ReadonlySet<string> = new Set(
  '欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 东方 東方 皇甫 尉迟 尉遲 公孙 公孫 慕容 令狐 司徒 轩辕 軒轅 夏侯 端木 百里 南宫 南宮 独孤 獨孤 长孙 長孫 宇文 呼延 闻人 聞人 申屠 太史 澹台 澹臺'.split(
    ' ',
  ),
);

/** Characters read otherwise as a family name than elsewhere (pinyin without tones). */
export const FAMILY_READINGS: ReadonlyMap<string, string> = new Map(
  '单 shan|單 shan|解 xie|仇 qiu|区 ou|區 ou|查 zha|曾 zeng|朴 piao|盖 ge|蓋 ge|翟 zhai|覃 qin|缪 miao|繆 miao|乐 yue|樂 yue|任 ren|华 hua|華 hua|尉 wei|宁 ning|折 she|冼 xian|召 shao|员 yun|沈 shen|贾 jia|賈 jia|肖 xiao|盛 sheng|洗 xian|洪 hong|万 wan|萬 wan|石 shi|长孙 zhangsun|尉迟 yuchi|尉遲 yuchi|澹台 tantai'
    .split('|')
    .map((entry) => [entry.slice(0, entry.indexOf(' ')), entry.slice(entry.indexOf(' ') + 1)]),
);

/** Spellings customary in Hong Kong and Macau for characters frequent in names. */
const CANTONESE_ENTRIES =
  'chan 陈陳|yick 易|wong 王黄黃|cheung 张張|lee 李|li 利|lau 刘劉|ng 吴吳伍|leung 梁良|ho 何河好可|lam 林|yeung 杨楊|chow 周|tsang 曾|cheng 郑鄭|tam 谭譚|kwok 郭国國|yip 叶葉|tang 邓鄧|tsui 徐|mak 麦麥|chu 朱|so 苏蘇|lo 罗羅卢盧|fung 冯馮|hui 许許|law 罗羅|kwan 关關|ip 叶葉|tse 谢謝|yuen 袁源|to 杜|sung 宋|choi 蔡|pang 彭|poon 潘|fan 范|siu 萧蕭小少|yu 余于俞|yiu 姚耀|kwong 邝鄺光广廣|mok 莫|lui 吕呂雷|wu 胡|ko 高|ma 马馬|lai 黎|tong 唐汤湯|sin 冼|szeto 司徒|au 区區欧歐|shum 岑沈|shek 石|ting 丁庭|chiu 赵趙超|kong 江|kam 金甘|tai 大|chung 钟鍾鐘中忠|liu 廖|suen 孙孫|hung 洪红紅|lung 龙龍|wai 韦韋伟偉惠慧威为為|man 文民敏|ming 明鸣|wing 永荣榮咏詠|ying 英瑛|ka 家嘉|chi 志智子之|kit 杰傑洁潔|kin 健建|shing 成城|hang 恒|yan 欣仁恩甄|fai 辉輝|keung 强強|man 万萬|kei 其奇基|hing 兴興|wah 华華|wan 云雲|mei 美|ling 玲|lan 兰蘭|kuen 权權|fuk 福|sang 生|shan 珊|yee 仪儀怡宜|yin 贤賢|yat 一日|sze 思诗詩|pui 佩|tin 天田|hon 汉漢翰|kai 启啟佳|lok 乐樂|on 安|ping 平萍|po 宝寶波|ching 清静靜程|chun 俊春|tak 德|fat 发發|cho 祖早|kan 根勤|hau 厚|pak 柏|yuk 玉|ki 琪|ngai 毅|ha 夏霞|sau 秀|hoi 海|kiu 乔喬|cheuk 卓|fong 方芳|chui 翠|lin 莲蓮|mui 梅|nga 雅|hin 轩軒|long 朗|san 新|nam 南|tung 东東|pei 丕|bun 本|tik 迪|sek 锡錫|kwai 贵貴|shun 顺順|chak 泽澤|kan 简簡|heung 香向|wang 宏|kau 九|loi 来來|chor 楚|see 施|chin 钱錢|tsoi 才|shu 树樹舒|lik 力|hok 学學鹤鶴|ngan 颜顏|shiu 兆|sui 瑞|ning 宁寧|lap 立';

export const CANTONESE: ReadonlyMap<string, string> = (() => {
  const map = new Map<string, string>();
  for (const entry of CANTONESE_ENTRIES.split('|')) {
    const [reading = '', characters = ''] = entry.split(' ');
    for (const char of characters) if (!map.has(char)) map.set(char, reading);
  }
  return map;
})();
