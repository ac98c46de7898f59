/** Groceries by category: name, price in rupees, tax in percent. */
export const groceries: Record<string, string> = {
  'Rice and flour':
    'Palakkadan Matta Rice 5 kg 345 5; Jaya Rice 5 kg 295 5; Jeerakasala Rice 1 kg 135 5; Basmati Rice 1 kg 148 5; Atta 1 kg 62 5; Maida 1 kg 52 5; Puttu Podi 1 kg 84 5; Appam Podi 1 kg 88 5; Rava 500 g 38 5; Pathiri Podi 1 kg 92 5',
  'Pulses and sugar':
    'Green Gram 500 g 78 5; Toor Dal 500 g 92 5; Urad Dal 500 g 88 5; Chana 500 g 66 5; Red Cowpea 500 g 72 5; Sugar 1 kg 46 5; Jaggery 500 g 58 5; Rock Salt 1 kg 28 0; Masoor Dal 500 g 64 5',
  'Oil and spices':
    'Coconut Oil 1 l 268 5; Sunflower Oil 1 l 162 5; Gingelly Oil 500 ml 188 5; Sambar Powder 100 g 52 5; Chilli Powder 250 g 96 5; Turmeric Powder 100 g 34 5; Kudampuli 100 g 68 5; Fish Masala 100 g 46 5; Garam Masala 100 g 72 5; Black Pepper 100 g 98 5; Cardamom 50 g 196 5',
  'Milk and eggs':
    'Milk 500 ml 29 0; Curd 500 g 38 5; Butter 100 g 62 12; Paneer 200 g 98 5; Ghee 500 ml 348 12; Cheese Slices 200 g 158 12; Eggs 6 pieces 48 0; Eggs 30 pieces 225 0; Buttermilk 200 ml 15 5',
  'Snacks and biscuits':
    'Banana Chips 250 g 118 12; Jackfruit Chips 200 g 132 12; Marie Biscuits 250 g 42 18; Cream Biscuits 150 g 35 18; Mixture 300 g 92 12; Murukku 250 g 85 12; Noodles 4 pack 62 18; Peanut Candy 200 g 48 5; Rusk 300 g 55 5; Achappam 200 g 74 12',
  Drinks:
    'Tea Dust 500 g 168 5; Filter Coffee Powder 200 g 124 5; Tender Coconut Water 200 ml 45 12; Mango Drink 600 ml 48 12; Cola 1.25 l 75 18; Soda 600 ml 22 18; Water 1 l 20 18; Malt Drink 500 g 275 18',
  Household:
    'Washing Powder 1 kg 138 18; Dishwash Bar 3 pack 62 18; Dishwash Liquid 500 ml 112 18; Floor Cleaner 1 l 168 18; Toilet Cleaner 500 ml 96 18; Garbage Bags 30 pieces 88 18; Matchbox 10 pack 20 5; Agarbathi 100 g 55 5; Mosquito Coil 10 pieces 42 18',
  'Personal care':
    'Bath Soap 4 pack 168 18; Ayurvedic Soap 3 pack 126 18; Toothpaste 150 g 108 18; Coconut Hair Oil 200 ml 122 18; Shampoo 180 ml 148 18; Sanitary Pads 10 pieces 98 0; Razor 2 pieces 60 18; Hand Wash 250 ml 89 18',
}

/** Fruit and vegetables, sold by weight, free of tax: name, price of a kilogram in rupees. */
export const produce: Record<string, string> = {
  Bananas: 'Nendran Banana 68; Poovan Banana 62; Robusta Banana 48; Njalipoovan Banana 74; Red Banana 96; Raw Nendran 64',
  Fruits:
    'Alphonso Mango 320; Neelam Mango 140; Apple Shimla 220; Apple Royal Gala 260; Orange Nagpur 110; Green Grapes 140; Black Grapes 160; Pomegranate 240; Guava 120; Papaya 58; Pineapple Vazhakulam 72; Watermelon 34; Muskmelon 60; Sapota 92; Rambutan 260; Mangosteen 420; Passion Fruit 180; Dragon Fruit 210; Sweet Lime 96; Custard Apple 170',
  Vegetables:
    'Onion 48; Small Onion 96; Tomato 42; Potato 46; Carrot 72; Beetroot 58; Beans 88; Ladies Finger 64; Brinjal 54; Cabbage 38; Cauliflower 62; Bitter Gourd 78; Snake Gourd 48; Drumstick 118; Cucumber 44; Pumpkin 32; Ash Gourd 30; Ivy Gourd 62; Yam 56; Colocasia 82; Tapioca 38; Raw Mango 92; Green Chilli 88; Ginger 180; Garlic 240; Sweet Potato 54',
  Leaves: 'Red Amaranth 80; Spinach 90; Curry Leaves 140; Coriander Leaves 160; Mint Leaves 180',
}

/** Fish and seafood, sold by weight, free of tax: name, price of a kilogram in rupees, and its cuts as a key of `fishCuts`. */
export const seafood: Record<string, string> = {
  'Sea fish':
    'Mathi (Sardine) 180 small; Ayala (Mackerel) 260 small; Neymeen (Seer Fish) 980 large; Choora (Tuna) 420 large; Avoli (Pomfret) 860 small; Kilimeen (Pink Perch) 320 small; Netholi (Anchovy) 220 small; Kera (Yellowfin Tuna) 480 large; Vatta (Trevally) 540 large; Motha (Cobia) 620 large; Sravu (Shark) 460 large; Mullan 160 small; Hamour (Grouper) 720 large',
  'Backwater fish':
    'Karimeen (Pearl Spot) 680 small; Kaari 420 small; Varaal (Snakehead) 560 large; Tilapia 240 small; Kanambu (Mullet) 460 small; Poomeen (Milkfish) 390 large; Chemballi (Red Snapper) 640 large',
  Shellfish:
    'Chemmeen (Prawns) Medium 520 shell; Chemmeen (Prawns) Large 760 shell; Tiger Prawns 980 shell; Koonthal (Squid) 460 shell; Crab 480 shell; Kallumakkaya (Mussels) 380 shell; Kakka (Clam Meat) 240 shell; Lobster 1850 shell',
}
export const fishCuts: Record<string, readonly string[]> = {
  small: ['Whole', 'Cleaned', 'Curry cut'],
  large: ['Curry cut', 'Fry cut', 'Fillet', 'Steak'],
  shell: ['Whole', 'Cleaned'],
}

/** Cakes and bakes: name, price in rupees of the base weight, v (eggless) or e. Cakes of `Cakes` are made to order. */
export const bakes: Record<string, string> = {
  Cakes:
    'Black Forest 1 kg 850 e; White Forest 1 kg 880 e; Red Velvet 1 kg 1150 e; Chocolate Truffle 1 kg 1100 e; Butterscotch 1 kg 900 e; Vancho 1 kg 980 e; Pineapple Gateau 1 kg 820 v; Mango Gateau 1 kg 950 v; Rasmalai Cake 1 kg 1250 v; Tender Coconut Cake 1 kg 1200 e; Blueberry Cheesecake 1 kg 1450 e; Coffee Walnut 1 kg 1080 e; Carrot Cream Cheese 1 kg 1050 e; Photo Cake 1 kg 1350 e; Tres Leches 1 kg 1180 e; Lotus Biscoff 1 kg 1390 e',
  'Small cakes':
    'Bento Cake 300 g 420 e; Jar Cake 140 e; Cupcakes 6 pieces 360 e; Brownie Box 4 pieces 320 e; Pastry Slice 95 e; Eggless Pastry Slice 95 v; Lava Cake 2 pieces 190 e',
  'Tea time':
    'Kerala Plum Cake 500 g 320 e; Ghee Cake 400 g 220 e; Marble Cake 400 g 210 e; Carrot Dates Cake 400 g 260 e; Butter Cookies 250 g 180 v; Rusk 300 g 90 v; Croissant 110 e',
}
export const cakeFlavours = ['Vanilla', 'Chocolate', 'Butterscotch', 'Strawberry', 'Mango', 'Coffee']
export const cakeWeights = ['500 g', '1 kg', '1.5 kg', '2 kg']
export const cakeMessages = [
  'Happy Birthday Amma',
  'Happy Birthday Unni',
  'Happy 1st Birthday Ishaan',
  'Happy Anniversary Achan & Amma',
  'Congratulations Doctor',
  'Welcome home',
  'Happy Birthday Kunjumol',
  'Best of luck',
  'Happy Onam',
  'Sweet Sixteen',
  '',
]
