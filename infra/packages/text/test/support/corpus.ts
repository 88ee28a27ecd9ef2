/** A text for each kind of rule. A rule that changes nothing here gets a text of its own, so that its change is seen. */
export const corpus: string[] = [
  'Press 1️⃣ for sales, 🔟 for ﬁne Ｆｕｌｌ 𝐛𝐨𝐥𝐝 🅷🅸 ⓗⓘ ʜᴇʟʟᴏ ①first 😀 .NET, h̷e\u200B a\u00ADb 12\u202F500 €.',
  'क्\u200Dष می\u200Cخواهم ㅋㅋ ทำ Привет π мир 世界 H₂O is 2² ≠ 5, x³ + 10⁻³ word² 2½ ¾ 1º, 3.º and 2 1/2',
  '# Title\n\n**Bold** and *thin*, ~~old~~ `code`, [a link](https://a.example/b), ![a cat](cat.png).\n\n- one\n- two\n\n1. first\n2. second\n\n> quoted',
  '| a | b |\n|---|---|\n| 1 | 2 | 3 |\n\n```sh\nnpm test\n```\n\n<b>tag</b> <speak>no</speak> x<sup>2</sup>, AT&amp;T\n\n[Note]: important',
  '2*3*4 = 24. If a <b and c> d then f(x)[0](1)\n\n- 5 degrees',
  '£5, €20.50, $3.2M, ¥1,000, US$5, $5–10, ₹50, 5 EUR, $5 million & 50% of 1 €',
  '03/04/2025, 13/04/2025, 2025-03-04 at 14:30, 9:00 a.m. and 10:30:15; 40:31; 3:1',
  "60 km/h, −5 °C, 45°, 5 m², 3 cm³, 100m, 6'2\", 10–20 km, 5-10, 2024-25, 1990s, '80s, No. 5, №5, #1, C#, § 3",
  '+1 (555) 123-4567, 555-1234, v2.0.1, ...then ./x .5 x?y=1, https://a.example/b?c=d&e=f first.last@example.com',
  'a → b, x^2, a != b, 5 >= 3, x && y || z, ~5 ±3 √9 ∞ 3×4 6÷2 • item | cell © 2025 Utter™ ✓ ----- ***',
  'The author J. R. R. Tolkien met C. S. Lewis. Gen. Smith of Acme Inc. paid approx. 5 dollars (see Fig. 3). It is No. 5! z. B. das.',
  "Louis XIV, Henry VIII's Act II, Chapters IV–VI, World War II, the XIX century, Part I, I am IV, CV, Malcolm X, LOUIS XIV",
  'Unter Ludwig XIV. im XIX. Jahrhundert, Kapitel IV; François Ier au XXe siècle, tome II; Felipe II, Alfonso XIII, siglo XXI, la II Guerra Mundial',
  'Luigi XIV nel XX secolo, capitolo IV; Dom João VI, século XXI; अध्याय IV, लुई XIV',
  'CHAPTER IV\n\nACT I, SCENE II\n\nHENRY VIII AND LOUIS XIV\n\nKAPITEL IV\n\nLUDWIG XIV\n\nCAPÍTULO IV, SIGLO XXI\n\nPART MIX\n\nWORLD WAR II\n\nTHE XIX CENTURY\n\nLE XXe SIÈCLE\n\nIM XIX. JAHRHUNDERT',
  '1/2, 3/4 cup, 2 1/2 km, ½–¾ inch, a 3/4-inch pipe, 1/3 of us, €2½, 5 3/8; on 3/4, page 1/2, 1/2 + 1/4, 24/7, 9/11, 7/10, (1/2)',
  '1/2 Stunde, 1/2 Liter, 2½ Tassen; 1/2 heure, 2 1/2 heures; 1/2 hora, 2 1/2 tazas; 1/2 ora, 1½ ore; 2 1/2 xícaras; 1½ घंटे, 3¾',
  'Noooooo, soooooo coooool! sssssss XXXX #ffffff 哈哈哈哈哈',
]
export const languages = ['en-US', 'en-GB', 'en', 'es', 'fr', 'it', 'pt', 'de', 'hi', 'ru', 'ja']
