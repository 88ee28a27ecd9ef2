import { describe, expect, test } from 'vitest'
import { worded } from '../src/wording/worded.ts'

/** Texts and how they are spoken, and texts whose letters are no numbers for certain. */
const languages: Record<string, { spoken: [string, string][]; same: string[] }> = {
  'en-US': {
    spoken: [
      ['Louis XIV met Pope John XXIII.', 'Louis the fourteenth met Pope John the twenty-third.'],
      ["Henry VIII's wives, George V’s son", "Henry the eighth's wives, George the fifth’s son"],
      ['Louis XIV, XV and XVI', 'Louis the fourteenth, the fifteenth and the sixteenth'],
      ['Charles I, King of England, and Elizabeth I.', 'Charles the first, King of England, and Elizabeth the first.'],
      ['King Charles V. Hamlet saw Henry V. He left.', 'King Charles the fifth. Hamlet saw Henry the fifth. He left.'],
      [
        'Henry II. of England, Vol. I., p. 3, Vol. I. p. 3',
        'Henry the second of England, Volume one, p. 3, Volume one, p. 3',
      ],
      ['Chapter IV, Part II, Act I, Scene II', 'Chapter four, Part two, Act one, Scene two'],
      ['Chapters IV–VI, Parts I, II and IV', 'Chapters four to six, Parts one, two and four'],
      ['Vol. IV, Chapter XLII, Super Bowl LVIII', 'Volume four, Chapter 42, Super Bowl 58'],
      ['World War I, World Wars I and II', 'World War one, World Wars one and two'],
      ['In chapter II I ask why, in Part I, I think', 'In chapter two I ask why, in Part one, I think'],
      [
        'the XIX century, the XVIII and XIX centuries',
        'the nineteenth century, the eighteenth and nineteenth centuries',
      ],
      ['the XXth century, XIX-century art', 'the twentieth century, nineteenth-century art'],
      ['Stage IV cancer, type II diabetes, type I errors', 'Stage four cancer, type two diabetes, type one errors'],
      ['Table I shows it; World War II-era', 'Table one shows it; World War two-era'],
      ['CHAPTER IV', 'CHAPTER four'],
      ['CHAPTER I.\nThe river', 'CHAPTER one.\nThe river'],
      ['CHAPTER XLII. Down the Rabbit-Hole', 'CHAPTER 42. Down the Rabbit-Hole'],
      ['ACT I, SCENE II', 'ACT one, SCENE two'],
      ['ACT V SCENE I\nRome.', 'ACT five SCENE one\nRome.'],
      ['PARTS I, II AND IV', 'PARTS one, two AND four'],
      ['CHAPTERS IV TO VI, VOLUME X', 'CHAPTERS four TO six, VOLUME ten'],
      ['WORLD WAR II', 'WORLD WAR two'],
      ['THE XIX CENTURY', 'THE nineteenth CENTURY'],
      ['HENRY IV, PART I', 'HENRY the fourth, PART one'],
      ['LOUIS XIV, XV AND XVI', 'LOUIS the fourteenth, the fifteenth AND the sixteenth'],
      [
        'He wrote it.\nTHE LIFE OF ELIZABETH II\nHe read it.',
        'He wrote it.\nTHE LIFE OF ELIZABETH the second\nHe read it.',
      ],
    ],
    same: [
      'I, I am, and I think that Mary and I left.',
      'When I met George I was late. By Charles I mean the king.',
      'the part I like, the book I read, Book I read last week, Act I think, a type I know',
      'a mix, MIX, DIV, CV, CD, MD, DVD, MM, CC, LL, XL and XXL, Louis CK',
      'an IV drip, IV fluids, give Henry IV fluids',
      'Malcolm X, Michael X, Generation X, Mac OS X, the X-ray, Type X, Mr. X',
      'vitamin C, Section C, Class D, Part D, group L, plan M, Part CV, Chapter CD',
      'Charles V. Smith, Robert I. Lee, Henry X. Ford, C. S. Lewis, V. I. Lenin',
      'WORLD WAR I, THE WARS II, THE V CENTURY, In WORLD WAR they met. THE MIX CENTURY, CENTURY II',
      'PART MIX, CIVIC, MD, CD, PART CD, PART XL, BOOK CIVIC, ACT MD, SECTION C, VOLUME DIV, CLASS IV, TYPE II, TITLE IX',
      'THE PART I LIKE, IN THIS BOOK I SAY WHAT I MEAN, ACT I THINK',
      'MALCOLM X, LOUIS X, GEORGE V, KING HENRY V, JOHN I. SMITH',
      'We met LOUIS XIV in the play, and MARY II was away.',
      'SECTION IV.2, PART II-A, CHAPTER IIII, JOHN XL, CHARLES CV, THE IV, USB II, PCI II',
      'XIV, IV, II, MCMXCIV, the Xth time',
      'Chapter IIII, Chapter VX, Part IIX, Henry VIIII',
      'Section IV.2, Part II-A, Volume I/II, I/O, Part IIa',
      'https://a.example/Chapter IV-like',
      'Louis the fourteenth, Chapter 4, Chapter four, chapter vi, scene ii',
    ],
  },
  de: {
    spoken: [
      ['Ludwig XIV. war König.', 'Ludwig der Vierzehnte war König.'],
      ['Das war Ludwig XIV. Er lebte lang.', 'Das war Ludwig der Vierzehnte. Er lebte lang.'],
      ['unter Ludwig XIV., zur Zeit Ludwigs XIV.', 'unter Ludwig dem Vierzehnten, zur Zeit Ludwigs des Vierzehnten.'],
      ['Elisabeth II. und mit Elisabeth II. auch', 'Elisabeth die Zweite und mit Elisabeth der Zweiten auch'],
      ['gegen Kaiser Karl V. zog Heinrich VIII', 'gegen Kaiser Karl den Fünften zog Heinrich der Achte'],
      ['im XIX. Jahrhundert, das XX. Jahrhundert', 'im neunzehnten Jahrhundert, das zwanzigste Jahrhundert'],
      ['IM V. JAHRHUNDERT', 'IM fünften JAHRHUNDERT'],
      ['im XVIII. und XIX. Jahrhundert', 'im achtzehnten und neunzehnten Jahrhundert'],
      ['der II. Weltkrieg, nach dem II. Weltkrieg', 'der Zweite Weltkrieg, nach dem Zweiten Weltkrieg'],
      ['zwischen I. und II. Weltkrieg', 'zwischen Erstem und Zweitem Weltkrieg'],
      ['Kapitel IV. Der Anfang, Band I–III, Kap. V', 'Kapitel vier. Der Anfang, Band eins bis drei, Kapitel fünf'],
      ['Hartz IV, III. Akt, die II. Szene', 'Hartz vier, dritter Akt, die zweite Szene'],
      ['KAPITEL IV\nDer Anfang', 'KAPITEL vier\nDer Anfang'],
      ['KAISER KARL IV UND LUDWIG XIV', 'KAISER KARL der Vierte UND LUDWIG der Vierzehnte'],
    ],
    same: [
      'Malcolm X, Karl X sagte, Typ X, Röntgen-X',
      'MIX, DIV, CD, CV, XL, MD, IV, I. und II.',
      'Vitamin C, Klasse C, Gruppe D, Teil D',
      'Karl V. Meyer, Friedrich I. Schmidt, K. V. Meyer',
      'XIX JAHRHUNDERT, DER II. WELTKRIEG, TYP II, TEIL C, TEIL MIX',
      'Ludwig der Vierzehnte, Kapitel 4, im 19. Jahrhundert',
      'Kapitel IIII, Kapitel IV.2, Teil II-A, Band I/II',
      'Abschnitt C, Stufe CV, Anhang D',
      'Hartz-IV-Gesetz, Anna I. Huber',
      'Wir mögen dich, Ludwig.',
      'Ivo, Lili, Dix, Civi',
    ],
  },
  'fr-FR': {
    spoken: [
      ['Louis XIV, Napoléon III et Jean-Paul II', 'Louis quatorze, Napoléon trois et Jean-Paul deux'],
      ['François Ier, Élisabeth Ire, Élisabeth II', 'François premier, Élisabeth première, Élisabeth deux'],
      ['le XXe siècle, le XIXème siècle', 'le vingtième siècle, le dix-neuvième siècle'],
      ['aux XVIIe et XVIIIe siècles, XXI siècle', 'aux dix-septième et dix-huitième siècles, vingt-et-unième siècle'],
      ['du Ier au IIIe siècle', 'du premier au troisième siècle'],
      ['Chapitre IV, tome II, acte Ier, l’acte III', 'Chapitre quatre, tome deux, acte premier, l’acte trois'],
      ['la Ve République, le XVIe arrondissement', 'la cinquième République, le seizième arrondissement'],
      ['la IIe Guerre mondiale, Vatican II', 'la deuxième Guerre mondiale, Vatican deux'],
      ['Henri IV. Il mourut.', 'Henri quatre. Il mourut.'],
      ['CHAPITRE IV, ACTE I, SCÈNE II', 'CHAPITRE quatre, ACTE un, SCÈNE deux'],
      ['LOUIS XIV ET JEAN-PAUL II', 'LOUIS quatorze ET JEAN-PAUL deux'],
      ['LE XXe SIÈCLE', 'LE vingtième SIÈCLE'],
    ],
    same: [
      'Malcolm X, le type X, le Xe, la Ve',
      'MIX, DIV, CD, CV, XL, MD, IV, I',
      'vitamine C, groupe D, classe C, type C',
      'Jean I. Dupont, Charles V. Martin, C. V. Dupont',
      'XXE SIÈCLE, XXE, TYPE II, PARTIE MIX, LOUIS X',
      'Louis quatorze, chapitre 4, le 20e siècle',
      'Chapitre IIII, chapitre IV.2, tome II-A, tome I/II',
      'Ire est un mot, la vie, le mix',
      'Louis de Funès, Henri et moi',
    ],
  },
  es: {
    spoken: [
      ['Felipe II, Isabel I y Alfonso X', 'Felipe segundo, Isabel primera y Alfonso décimo'],
      ['Alfonso XIII, Luis XIV, Juan XXIII', 'Alfonso trece, Luis catorce, Juan veintitrés'],
      ['Carlos V. El rey', 'Carlos quinto. El rey'],
      ['el siglo XXI, siglos XVIII y XIX, s. XX', 'el siglo veintiuno, siglos dieciocho y diecinueve, siglo veinte'],
      ['el siglo V y el VI, siglos I–III', 'el siglo quinto y el sexto, siglos primero a tercero'],
      ['Capítulo IV, tomo II, parte I', 'Capítulo cuatro, tomo dos, parte uno'],
      ['la II Guerra Mundial, la II República', 'la Segunda Guerra Mundial, la Segunda República'],
      ['el III Congreso, la XXV edición', 'el Tercer Congreso, la vigésima quinta edición'],
      ['CAPÍTULO IV, PARTE I', 'CAPÍTULO cuatro, PARTE uno'],
      ['FELIPE II Y EL SIGLO XXI', 'FELIPE segundo Y EL SIGLO veintiuno'],
    ],
    same: [
      'Malcolm X, el tipo X, los X',
      'MIX, DIV, CD, CV, XL, MD, IV, I',
      'vitamina C, grupo D, tipo C, clase C',
      'Carlos V. García, Juan I. Pérez, C. V. García',
      'TIPO II, PARTE MIX, LA II GUERRA MUNDIAL, LUIS X',
      'Felipe segundo, capítulo 4, siglo veintiuno, el siglo 21',
      'Capítulo IIII, capítulo IV.2, tomo II-A, tomo I/II',
      'Vi a Felipe y a Isabel.',
    ],
  },
  it: {
    spoken: [
      [
        'Luigi XIV, Vittorio Emanuele II, Elisabetta II',
        'Luigi quattordicesimo, Vittorio Emanuele secondo, Elisabetta seconda',
      ],
      ['Papa Giovanni XXIII e Pio VI', 'Papa Giovanni ventitreesimo e Pio sesto'],
      ['IL XX SECOLO', 'IL ventesimo SECOLO'],
      ['il XX secolo, secolo XIX, il I secolo', 'il ventesimo secolo, secolo diciannovesimo, il primo secolo'],
      [
        'tra il XVI e il XVII secolo, dell’XI secolo',
        'tra il sedicesimo e il diciassettesimo secolo, dell’undicesimo secolo',
      ],
      ['capitolo IV, atto I, scena II', 'capitolo quarto, atto primo, scena seconda'],
      ['I capitoli I e II', 'I capitoli primo e secondo'],
      ['la II guerra mondiale, la III edizione', 'la seconda guerra mondiale, la terza edizione'],
      ['fase III, tipo II', 'fase tre, tipo due'],
      ['CAPITOLO IV, ATTO I, SCENA II', 'CAPITOLO quarto, ATTO primo, SCENA seconda'],
      ['LUIGI XIV', 'LUIGI quattordicesimo'],
    ],
    same: [
      'I ragazzi, I secoli, I capitoli, I Papi',
      'Malcolm X, tipo X, i raggi X',
      'MIX, DIV, CD, CV, XL, MD, IV',
      'vitamina C, gruppo D, classe C',
      'Carlo V. Rossi, Giovanni I. Bianchi, C. V. Rossi',
      'IL MIX SECOLO, TIPO II, PARTE I RAGAZZI, LUIGI X',
      'Luigi quattordicesimo, capitolo 4, il 20º secolo',
      'Capitolo IIII, capitolo IV.2, parte II-A, tomo I/II',
    ],
  },
  'pt-BR': {
    spoken: [
      ['Dom Pedro II, D. João VI, Isabel II', 'Dom Pedro segundo, D. João sexto, Isabel segunda'],
      ['Luís XIV, João XXIII, Bento XVI', 'Luís catorze, João vinte e três, Bento dezesseis'],
      ['século XXI, séculos XVIII e XIX, séc. V', 'século vinte e um, séculos dezoito e dezenove, século quinto'],
      ['Capítulo IV, tomo II, parte I', 'Capítulo quatro, tomo dois, parte um'],
      ['a II Guerra Mundial, a I Guerra', 'a Segunda Guerra Mundial, a Primeira Guerra'],
      ['o II Reinado, a XXI edição', 'o Segundo Reinado, a vigésima primeira edição'],
      ['CAPÍTULO IV, LUÍS XIV, SÉCULO XXI', 'CAPÍTULO quatro, LUÍS catorze, SÉCULO vinte e um'],
    ],
    same: [
      'Malcolm X, tipo X, os X',
      'MIX, DIV, CD, CV, XL, MD, IV, I',
      'vitamina C, grupo D, tipo C, classe C',
      'Carlos V. Silva, João I. Souza, C. V. Silva',
      'TIPO II, PARTE MIX, A II GUERRA MUNDIAL, LUÍS X',
      'Capítulo IIII, capítulo IV.2, tomo II-A, tomo I/II',
    ],
  },
  hi: {
    spoken: [
      ['अध्याय IV, भाग II, विश्व युद्ध II', 'अध्याय 4, भाग 2, विश्व युद्ध 2'],
      ['लुई XIV और एलिज़ाबेथ II', 'लुई चौदहवें और एलिज़ाबेथ द्वितीय'],
    ],
    same: ['Malcolm X, MIX, CD, CV, IV, I', 'विटामिन C, भाग C, मैं IV लूँगा', 'अध्याय 4, अध्याय IIII'],
  },
}

describe.each(Object.entries(languages))('Roman numerals in %s', (language, { spoken, same }) => {
  test.each(spoken)('%j is %j', (text, expected) => {
    expect(worded(text, language)).toBe(expected)
  })
  test.each(same)('%j stays', (text) => {
    expect(worded(text, language)).toBe(text)
  })
})

test('a language without a table keeps them', () => {
  expect(worded('Людовик XIV, Chapter IV', 'ru')).toBe('Людовик XIV, Chapter IV')
})
