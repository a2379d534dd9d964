/**
 * Korean readings of the Chinese characters that Korean names are written with: the commonest family names, and
 * characters frequent in given names (facts of usage). Each reading is followed by its characters, in both writings.
 */
const FAMILY =
  '김 金|이 李|박 朴|최 崔|정 鄭郑丁|강 姜康|조 趙赵曹|윤 尹|장 張张蔣蒋|임 林任|한 韓韩|오 吳吴|서 徐|신 申辛愼慎|권 權权|황 黃黄|안 安|송 宋|류 柳劉刘|유 兪俞|홍 洪|전 全田|고 高|문 文|양 梁楊杨|손 孫孙|배 裵裴|백 白|허 許许|남 南|심 沈|노 盧卢魯鲁|하 河|곽 郭|성 成|차 車车|주 朱周|우 禹|구 具丘|민 閔闵|나 羅罗|진 陳陈秦|지 池|엄 嚴严|채 蔡|원 元|천 千|방 方房|공 孔|현 玄|함 咸|변 卞邊边|염 廉|여 呂吕|추 秋|도 都|소 蘇苏|석 石|선 宣|설 薛|마 馬马|길 吉|연 延|위 魏|표 表|명 明|기 奇|반 潘|왕 王|금 琴|옥 玉|육 陸陆|인 印|맹 孟|제 諸诸|모 牟|탁 卓|어 魚鱼|태 太|봉 奉|경 慶庆|용 龍龙';

const GIVEN =
  '가 佳嘉家|강 剛刚康強强江|건 建健乾|경 慶庆京敬景卿瓊琼炅庚暻|계 桂啓启|고 高|곤 坤|관 寬宽官觀观|광 光廣广|교 敎教|구 九求龜|국 國国菊|권 權权|규 圭奎揆珪|균 均|근 根槿近瑾|금 金錦锦今|기 基起琪氣气箕驥骥淇己|길 吉|나 那娜|남 南男|녀 女|노 魯鲁|다 多|단 丹端|달 達达|대 大|덕 德|도 道度|동 東东同棟栋|두 斗|락 洛樂乐|래 來来|량 亮良|려 麗丽|련 蓮莲|령 玲嶺岭|록 祿禄|룡 龍龙|리 利理|린 麟|림 林琳|만 萬万滿满|명 明命|모 模|묘 妙|무 武茂|묵 默|문 文|미 美|민 民敏珉旻玟|박 博朴|배 培|백 白|범 範范凡|병 秉丙柄炳昞|보 寶宝甫輔辅|복 福|봉 奉鳳凤峰|부 富|빈 斌彬|사 思|삼 三|상 相尙尚商祥象|서 瑞敍叙書书緒绪|석 錫锡石碩硕奭|선 善宣仙先鮮鲜|설 雪說说|섭 燮|성 成聖圣星誠诚盛性|세 世|소 小素昭|수 秀洙壽寿守水樹树|숙 淑肅肃|순 順顺純纯淳舜|숭 崇|승 承勝胜昇升丞|시 時时始|식 植式|신 信新臣|아 雅娥|안 安|애 愛爱|양 洋陽阳|언 彦言|여 如與与汝|연 延妍姸淵渊燕|열 烈悅悦|영 英永榮荣泳映寧宁瑛暎令|예 藝艺禮礼睿|오 五|옥 玉|온 溫温|완 完|왕 旺|용 龍龙勇容用鎔|우 宇佑祐雨禹于|욱 旭郁煜|운 雲云運运|웅 雄|원 元源遠远媛原願愿|월 月|위 偉伟|유 有裕柔攸維维|윤 潤润允胤|율 律|은 恩銀银殷|을 乙|의 義义儀仪|이 以二伊|익 益翊|인 仁寅麟|일 一日逸|임 任|자 子慈|장 章長长|재 在載载才宰哉財财|전 全|정 正貞贞靜静政定廷晶禎祯汀楨桢庭|제 濟济齊齐|조 朝祖|종 鍾钟種种宗從从鐘|주 周柱珠株州|준 俊埈準准浚峻駿骏|중 中重仲|지 志智知枝至池|진 鎭镇鎮眞真振珍鎭進进辰|집 集|찬 贊赞燦灿讚|창 昌彰滄沧|채 彩采|철 哲喆鐵铁澈徹彻|청 淸清|초 草|춘 春|충 忠|치 治致|칠 七|탁 卓|태 泰太兌台|택 澤泽宅|평 平|필 弼必|하 夏河|학 學学鶴鹤|한 漢汉翰|해 海|행 幸|향 香|혁 赫革|현 賢贤鉉铉炫鉉顯显賢玹|협 協协|형 亨炯衡馨|혜 惠慧|호 浩虎鎬镐豪昊湖|홍 弘洪紅红鴻鸿|화 和花華华|환 煥焕桓歡欢|황 皇|회 會会|효 孝曉晓|후 厚|훈 勳勋薰訓训|휘 輝辉|흠 欽钦|흥 興兴|희 姬姫熙喜希羲';

function readings(table: string): ReadonlyMap<string, readonly string[]> {
  const out = new Map<string, string[]>();
  for (const entry of table.split('|')) {
    const [syllable = '', characters = ''] = entry.split(' ');
    for (const character of characters) {
      const known = out.get(character);
      if (known === undefined) out.set(character, [syllable]);
      else if (!known.includes(syllable)) known.push(syllable);
    }
  }
  return out;
}

/** Character to the Hangul syllables that read it as a family name. */
export const HANJA_FAMILY = readings(FAMILY);
/** Character to the Hangul syllables that read it in a given name. */
export const HANJA_GIVEN = readings(GIVEN);
