export type Kitchen = 'kerala' | 'biryani' | 'arabian' | 'tiffin' | 'thattukada' | 'chinese' | 'north' | 'cafe' | 'grill'

/** Dishes of a kitchen by menu category: name, price in rupees, and v (veg), e (egg) or n (non-veg). */
export const dishes: Record<Kitchen, Record<string, string>> = {
  kerala: {
    Meals:
      'Kerala Meals 120 v; Fish Curry Meals 190 n; Chicken Curry Meals 200 n; Pothichoru 160 n; Ghee Rice 110 v; Matta Rice 60 v; Kappa 70 v; Kappa with Meen Curry 190 n',
    Seafood:
      'Karimeen Pollichathu 420 n; Meen Curry Kottayam Style 210 n; Alleppey Fish Curry 230 n; Neymeen Fry 320 n; Chemmeen Roast 290 n; Konju Mango Curry 310 n; Koonthal Roast 270 n; Kallumakkaya Fry 260 n; Ayala Fry 170 n; Meen Mulakittathu 220 n; Crab Roast 380 n',
    'Meat and egg':
      'Beef Ularthiyathu 210 n; Beef Coconut Fry 220 n; Nadan Chicken Curry 190 n; Chicken Peralan 210 n; Kozhi Varutharachathu 230 n; Duck Mappas 320 n; Mutton Stew 290 n; Egg Roast 90 e; Tharavu Roast 330 n',
    Vegetarian: 'Vegetable Stew 130 v; Kadala Curry 90 v; Avial 110 v; Mushroom Pepper Fry 180 v; Olan 110 v; Paneer Ularthu 190 v',
    Breads: 'Appam 15 v; Idiyappam 14 v; Kerala Porotta 18 v; Chapathi 15 v; Pathiri 14 v; Puttu 40 v; Ari Pathiri 15 v',
    'Sweets and drinks': 'Ada Pradhaman 70 v; Palada Payasam 80 v; Tender Coconut Pudding 90 v; Sambharam 35 v; Lime Juice 30 v',
  },
  biryani: {
    Biryani:
      'Chicken Biryani 190 n; Thalassery Chicken Biryani 220 n; Beef Biryani 210 n; Mutton Biryani 320 n; Fish Biryani 280 n; Prawns Biryani 310 n; Egg Biryani 140 e; Vegetable Biryani 150 v; Khaima Ghee Rice 120 v; Chicken Biryani Half 130 n; Family Chicken Biryani 690 n; Kuttichira Biryani 230 n; Rabbit Biryani 390 n',
    Starters:
      'Chicken 65 190 n; Kozhi Porichathu 210 n; Beef Dry Fry 220 n; Chicken Pakkavada 170 n; Kaada Fry 180 n; Chilli Chicken 210 n; Fish Fingers 240 n; Gobi 65 140 v',
    Curries: 'Chicken Kurma 180 n; Beef Varattiyathu 220 n; Mutton Rogan 290 n; Egg Masala 90 e; Vegetable Kurma 120 v',
    Breads: 'Kerala Porotta 18 v; Nice Pathiri 14 v; Neypathal 20 v; Wheat Porotta 20 v',
    'On the side': 'Raita 30 v; Date Pickle 35 v; Pappadam 12 v; Boiled Egg 15 e; Salad 40 v',
    'Sweets and drinks': 'Sulaimani 20 v; Mutta Mala 90 e; Unnakkaya 30 e; Chattipathiri Sweet 110 e; Mint Lime 45 v; Fruit Salad 90 v',
  },
  arabian: {
    Mandi:
      'Chicken Mandi Quarter 180 n; Chicken Mandi Half 330 n; Chicken Mandi Full 620 n; Mutton Mandi 460 n; Kuzhimandi Half 340 n; Beef Mandi 320 n; Fish Mandi 420 n; Mandi Rice 130 v; Kabsa Chicken 260 n; Bukhari Chicken 270 n; Madfoon Chicken 280 n',
    Grill:
      'Alfaham Quarter 150 n; Alfaham Half 280 n; Alfaham Full 530 n; Peri Peri Alfaham Half 310 n; Shawaya Half 260 n; Honey Chilli Alfaham 330 n; Chicken Tikka 240 n; Shish Tawook 270 n; Mixed Grill Platter 740 n; Reshmi Kebab 260 n; Fish Grill 380 n',
    Shawarma:
      'Chicken Shawarma Roll 90 n; Plate Shawarma 150 n; Peri Peri Shawarma 110 n; Paneer Shawarma 110 v; Shawarma Salad Bowl 160 n',
    'Breads and dips':
      'Kuboos 10 v; Rumali Roti 20 v; Hummus 90 v; Garlic Mayonnaise 30 e; Muttabal 110 v; Fattoush 120 v; Arabic Pickle 40 v; French Fries 110 v',
    'Sweets and drinks': 'Kunafa 190 v; Umm Ali 140 v; Avil Milk 90 v; Mint Lime 50 v; Sharja Shake 90 v; Date Shake 110 v',
  },
  tiffin: {
    Breakfast:
      'Idli 2 pieces 40 v; Masala Dosa 80 v; Plain Dosa 60 v; Ghee Roast 100 v; Rava Dosa 90 v; Onion Uttapam 90 v; Poori Masala 70 v; Upma 55 v; Pongal 70 v; Medu Vada 30 v; Idli Vada Combo 75 v; Set Dosa 75 v; Mysore Masala Dosa 100 v; Paper Roast 95 v; Appam with Stew 110 v; Puttu and Kadala 90 v',
    Lunch:
      'South Indian Meals 130 v; Mini Meals 100 v; Sambar Rice 90 v; Curd Rice 80 v; Lemon Rice 80 v; Bisibele Bath 100 v; Vegetable Fried Rice 140 v; Tomato Rice 85 v',
    Curries:
      'Paneer Butter Masala 190 v; Gobi Manchurian 160 v; Mushroom Masala 180 v; Aloo Gobi 140 v; Dal Fry 120 v; Chapathi with Kurma 90 v; Kerala Porotta 18 v',
    Snacks: 'Pazhampori 15 v; Parippu Vada 14 v; Uzhunnu Vada 15 v; Bajji Plate 60 v; Samosa 20 v; Sukhiyan 15 v',
    'Sweets and drinks':
      'Filter Coffee 30 v; Tea 20 v; Palada Payasam 70 v; Semiya Payasam 60 v; Rava Kesari 45 v; Gulab Jamun 50 v; Buttermilk 30 v; Badam Milk 60 v',
  },
  thattukada: {
    'From the griddle':
      'Kerala Porotta 15 v; Kothu Porotta Chicken 150 n; Kothu Porotta Beef 160 n; Kothu Porotta Egg 110 e; Thattu Dosa 4 pieces 60 v; Egg Dosa 70 e; Omelette Double 40 e; Bullseye 20 e; Kizhi Porotta Chicken 190 n; Kizhi Porotta Beef 200 n',
    'Meat and fish':
      'Beef Fry 170 n; Beef Curry 160 n; Chicken Curry 150 n; Chicken Fry Piece 90 n; Liver Roast 150 n; Botti Fry 160 n; Kaada Fry 150 n; Ayala Fry 120 n; Mathi Fry 90 n; Kappa Biriyani 170 n; Beef Chilli 190 n; Pork Ularthiyathu 220 n',
    'Rice and kappa':
      'Kappa 60 v; Kappa with Beef 190 n; Kanji and Payar 90 v; Kanji Set with Fish 150 n; Egg Fried Rice 130 e; Chicken Fried Rice 160 n',
    Vegetarian: 'Kadala Curry 60 v; Green Peas Curry 60 v; Gobi Chilli 130 v; Mushroom Roast 150 v',
    'Snacks and drinks':
      'Pazhampori 12 v; Pazhampori with Beef 130 n; Mulaku Bajji 15 v; Kattan Chaya 12 v; Sulaimani 15 v; Black Coffee 15 v; Lime Soda 35 v; Boost 40 v',
  },
  chinese: {
    Soups:
      'Chicken Manchow Soup 120 n; Sweet Corn Veg Soup 100 v; Hot and Sour Chicken Soup 120 n; Tom Yum Prawn Soup 170 n; Lemon Coriander Veg Soup 100 v',
    Starters:
      'Dragon Chicken 240 n; Chilli Chicken Dry 230 n; Crispy Honey Potato 170 v; Gobi Manchurian 170 v; Chicken Lollipop 230 n; Chilli Paneer 220 v; Prawn Salt and Pepper 320 n; Chicken Spring Roll 180 n; Veg Spring Roll 150 v; Chicken Momos 140 n; Veg Momos 120 v; Golden Fried Prawns 320 n',
    'Rice and noodles':
      'Chicken Fried Rice 190 n; Schezwan Chicken Fried Rice 210 n; Veg Fried Rice 160 v; Egg Fried Rice 170 e; Prawn Fried Rice 240 n; Hakka Noodles Veg 160 v; Hakka Noodles Chicken 190 n; Mixed Noodles 230 n; Singapore Noodles 230 n; American Chopsuey 230 n; Burnt Garlic Rice 190 v; Triple Schezwan Chicken 260 n',
    Mains:
      'Chicken in Hot Garlic Sauce 240 n; Beef Chilli Gravy 250 n; Ginger Chicken 240 n; Prawns in Oyster Sauce 330 n; Veg Manchurian Gravy 180 v; Mapo Tofu 220 v; Kung Pao Chicken 260 n; Fish in Black Bean Sauce 320 n',
    'Sweets and drinks':
      'Date Pancake 140 e; Honey Noodles with Ice Cream 150 v; Iced Lemon Tea 80 v; Fresh Lime Soda 60 v; Ginger Ale 70 v',
  },
  north: {
    Tandoor:
      'Tandoori Chicken Half 290 n; Chicken Tikka 260 n; Malai Kebab 270 n; Paneer Tikka 240 v; Tandoori Gobi 190 v; Fish Tikka 340 n; Seekh Kebab 290 n; Hara Bhara Kebab 180 v',
    Curries:
      'Butter Chicken 270 n; Chicken Kadai 260 n; Mutton Rogan Josh 360 n; Dal Makhani 190 v; Palak Paneer 210 v; Paneer Lababdar 230 v; Chana Masala 160 v; Malai Kofta 220 v; Aloo Gobi 160 v; Egg Curry 130 e; Kadai Veg 190 v; Chicken Chettinad 260 n; Rajma Masala 170 v',
    'Rice and thali':
      'Jeera Rice 130 v; Veg Pulao 160 v; Hyderabadi Chicken Biryani 240 n; Punjabi Thali 220 v; Non-veg Thali 290 n; Chole Bhature 140 v; Rajma Chawal 150 v; Dal Khichdi 140 v',
    Breads: 'Butter Naan 45 v; Garlic Naan 55 v; Tandoori Roti 25 v; Lachha Paratha 45 v; Aloo Paratha 70 v; Kulcha 50 v; Phulka 15 v',
    'Sweets and drinks': 'Sweet Lassi 70 v; Masala Chaas 45 v; Gulab Jamun 60 v; Gajar Halwa 110 v; Rasmalai 110 v; Jal Jeera 45 v',
  },
  cafe: {
    Coffee:
      'Cappuccino 130 v; Café Latte 140 v; Americano 110 v; Cold Brew 170 v; Iced Mocha 180 v; Filter Coffee 60 v; Hot Chocolate 160 v; Flat White 150 v',
    Tea: 'Masala Chai 50 v; Cardamom Tea 50 v; Iced Peach Tea 140 v; Green Tea 70 v; Lemon Ginger Honey 90 v',
    'All-day breakfast':
      'English Breakfast 290 n; Shakshuka 220 e; French Toast 190 e; Avocado Toast 240 v; Masala Omelette with Toast 150 e; Pancakes with Honey 190 e; Granola Bowl 210 v',
    'Sandwiches and plates':
      'Chicken Club Sandwich 230 n; Grilled Veg Sandwich 170 v; Tuna Melt 240 n; Beef Burger 260 n; Crispy Chicken Burger 240 n; Penne Alfredo Chicken 290 n; Spaghetti Aglio e Olio 250 v; Fish and Chips 340 n; Caesar Salad 240 n; Paneer Wrap 190 v; Peri Peri Fries 140 v; Nachos 190 v; Lasagne 310 n',
    Sweets:
      'Chocolate Brownie 120 e; Blueberry Cheesecake 210 e; Banana Bread 110 e; Tiramisu 230 e; Carrot Cake 150 e; Croissant 120 v; Cinnamon Roll 140 e',
    Shakes: 'Oreo Shake 180 v; Mango Smoothie 170 v; Avocado Milkshake 180 v; Banana Date Smoothie 170 v; Watermelon Cooler 120 v',
  },
  grill: {
    Pizza:
      'Margherita 240 v; Farmhouse 310 v; Paneer Tikka Pizza 330 v; Pepperoni 390 n; Chicken Barbecue Pizza 370 n; Four Cheese 380 v; Beef Chilli Pizza 390 n; Garden Fresh 290 v; Tandoori Chicken Pizza 370 n; Mushroom Truffle 410 v',
    Burgers:
      'Classic Beef Smash 240 n; Double Smash 320 n; Zinger Chicken 210 n; Peri Peri Chicken Burger 230 n; Crispy Paneer Burger 190 v; Veggie Burger 150 v; Fish Burger 240 n; Egg and Cheese Burger 160 e',
    Sides:
      'French Fries 110 v; Peri Peri Fries 130 v; Cheesy Fries 170 v; Chicken Wings 6 pieces 230 n; Garlic Bread 120 v; Cheesy Garlic Bread 160 v; Chicken Popcorn 180 n; Onion Rings 130 v; Coleslaw 70 e; Mozzarella Sticks 190 v',
    Pasta: 'Alfredo Chicken Pasta 270 n; Arrabbiata Pasta 230 v; Mac and Cheese 240 v; Beef Bolognese 290 n',
    'Sweets and drinks':
      'Choco Lava Cake 110 e; Brownie with Ice Cream 160 e; Cola 500 ml 50 v; Lemon Mint Cooler 90 v; Cold Coffee 120 v; Water 1 l 20 v',
  },
}
