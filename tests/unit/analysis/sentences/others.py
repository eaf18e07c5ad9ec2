"""A few for every other script and language: query, the text it finds, and a text that only looks alike."""

CASES = [
    # French
    ("cheval", "Elle monte à cheval, et ses chevaux sont vieux", "Le cheveu est blond"),
    ("réunions", "La réunion est lundi", "La région est belle"),
    ("ecole", "Les enfants sont à l'école", "L'écologie est importante"),
    ("mangé", "Il mange à midi", "La manche est trop longue"),
    ("grande", "Ils ont un grand jardin", "La grange est rouge"),
    # Italian
    ("gatto", "Ha due gatti neri", "Il gettone è nuovo"),
    ("riunioni", "La riunione è domani", "Il riso è pronto"),
    ("città", "Vive in una citta piccola", "Il citofono è rotto"),
    ("lago", "I laghi sono gelati", "La lagna continua"),
    ("amiche", "La mia amica arriva sabato", "Il camice è bianco"),
    # Portuguese
    ("reunião", "As reuniões são na segunda", "O reumatismo não passa"),
    ("cães", "O cão e os cães do vizinho são grandes", "A caixa está vazia"),
    ("relatório", "Os relatórios são para sexta", "O relógio não anda"),
    ("homem", "Dois homens esperam na porta", "A horta secou"),
    ("animal", "Ela gosta de animais", "O animador faltou"),
    ("gatas", "O gato dorme no sofá", "A gaveta está fechada"),
    # Dutch
    ("vergadering", "De vergaderingen zijn op maandag", "Hij is het vergeten"),
    ("huizen", "De huis is te koop, en de huizen ook", "De huid is droog"),
    ("katten", "Ze heeft een kat", "De kaars is uit"),
    ("boeken", "Het boek ligt op tafel", "De boer is ziek"),
    # Greek
    ("βιβλίο", "Διαβάζει πολλά βιβλία", "Το βουνό είναι ψηλό"),
    ("σπιτι", "Τα σπίτια είναι παλιά", "Η σπηλιά είναι σκοτεινή"),
    ("δρόμος", "Οι δρόμοι είναι κλειστοί", "Το δέντρο έπεσε"),
    ("ΑΘΗΝΑ", "Το γραφείο είναι στην Αθήνα", "Ο αθλητής κέρδισε"),
    # Arabic
    ("كتاب", "قرأ الكتاب أمس", "الكلب في الحديقة"),
    ("اجتماع", "الاجتماعات يوم الاثنين", "الجامعة بعيدة"),
    ("مدرس", "المُدَرِّس في الفصل", "المدينة كبيرة"),
    ("سلام", "قال ســـلام ومضى", "السلم مكسور"),
    ("أحمد", "اتصل احمد بالمكتب", "الحمام مغلق"),
    # Persian, with the Arabic letters that keyboards give
    ("كتاب", "او سه کتاب خرید", "سگ در باغ است"),
    ("کتاب", "کتاب‌ها روی میز است", "کباب آماده است"),
    # Hebrew
    ("בית", "הוא עובד מהבית", "הביצה נשברה"),
    ("פגישה", "הפגישות ביום שני", "הפרח נבל"),
    ("שלום", "שָׁלוֹם לכולם", "השולחן שבור"),
    ("ספר", "קראתי שלושה ספרים", "הסוס רץ"),
    # Telugu
    ("పుస్తకం", "ఆమె పుస్తకాలు చదువుతుంది", "పులి అడవిలో ఉంది"),
    ("హైదరాబాద్", "కార్యాలయం హైదరాబాద్‌లో ఉంది", "హాస్యం బాగుంది"),
    ("ఊరు", "మా ఊరిలో నది ఉంది", "ఊపిరి ఆడలేదు"),
    ("స్నేహితుడు", "స్నేహితులు వచ్చారు, స్నేహితుడికి చెప్పాను", "స్నానం చేశాను"),
    # Malayalam
    ("വീട്", "അവൾ വീട്ടിൽ ഉണ്ട്", "വീണ വായിച്ചു"),
    ("മരം", "പക്ഷി മരത്തിൽ ഇരുന്നു", "മഴ പെയ്തു"),
    ("പുസ്തകം", "മൂന്നു പുസ്തകങ്ങൾ വാങ്ങി", "പുലി വന്നു"),
    ("അവൻ", "അവന്റെ നായ കറുത്തതാണ്", "അരി തീർന്നു"),
    # Bengali
    ("বাড়ি", "সে বাড়িতে কাজ করে", "বাঘ এসেছে"),
    ("বই", "বইটি টেবিলে আছে", "বৃষ্টি পড়ছে"),
    ("ছেলে", "ছেলেরা মাঠে খেলছে", "ছাতা কোথায়"),
    ("ঢাকা", "অফিস ঢাকায় আছে", "ঢেউ উঠেছে"),
    # Georgian
    ("სახლი", "ის სახლში მუშაობს", "საათი გაჩერდა"),
    ("თბილისი", "ოფისი თბილისშია, თბილისში", "თბება წყალი"),
    ("წიგნი", "სამი წიგნები იყიდა", "წვიმა მოვიდა"),
    ("ქუჩა", "ქუჩაში ხალხია", "ქუდი დაკარგა"),
    # Armenian
    ("քաղաք", "նա ապրում է քաղաքում", "քամին ուժեղ է"),
    ("տուն", "այս տունը մեծ է", "տերևը ընկավ"),
    ("Երևան", "գրասենյակը Երևանում է", "երեկոն լավ էր"),
    # Ukrainian, Marathi, Gujarati: no stemmer of their own
    ("книга", "Вона читає книгу", "Він грає на скрипці"),
    ("घर", "तो घरात आहे", "घोडा धावतो"),
    ("શહેર", "શહેરમાં ભીડ છે", "શાક તાજું છે"),
    # Lao, Khmer, Burmese: without spaces
    ("ວຽງຈັນ", "ປະຊຸມຢູ່ວຽງຈັນ", "ຝົນຕົກ"),
    ("ភ្នំពេញ", "ការិយាល័យនៅភ្នំពេញ", "ទឹកស្អាត"),
    ("ភ្នំពេញ", "ការ\u200bប្រជុំ\u200bនៅ\u200bភ្នំ\u200bពេញ", "ឆ្មាខ្មៅ"),
    ("ရန်ကုန်", "အစည်းအဝေးရန်ကုန်မှာ", "ကြောင်မည်း"),
]
