# Labels that the scanners of PDAs tell as broadcasts while we are in front.
.class public Lapp/qitao/floor/Scans;
.super Landroid/content/BroadcastReceiver;

.field private final floor:Lapp/qitao/floor/Floor;

.method public constructor <init>(Lapp/qitao/floor/Floor;)V
    .locals 0
    invoke-direct {p0}, Landroid/content/BroadcastReceiver;-><init>()V
    iput-object p1, p0, Lapp/qitao/floor/Scans;->floor:Lapp/qitao/floor/Floor;
    return-void
.end method

.method public onReceive(Landroid/content/Context;Landroid/content/Intent;)V
    .locals 2
    # Zebra
    const-string v0, "com.symbol.datawedge.data_string"
    invoke-virtual {p2, v0}, Landroid/content/Intent;->getStringExtra(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
    if-nez v0, :found
    # Honeywell, and any scanner that is set to our own action
    const-string v0, "data"
    invoke-virtual {p2, v0}, Landroid/content/Intent;->getStringExtra(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
    if-nez v0, :found
    # Urovo
    const-string v0, "barcode_string"
    invoke-virtual {p2, v0}, Landroid/content/Intent;->getStringExtra(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
    if-nez v0, :found
    # iData
    const-string v0, "value"
    invoke-virtual {p2, v0}, Landroid/content/Intent;->getStringExtra(Ljava/lang/String;)Ljava/lang/String;
    move-result-object v0
    if-nez v0, :found
    return-void
    :found
    iget-object v1, p0, Lapp/qitao/floor/Scans;->floor:Lapp/qitao/floor/Floor;
    invoke-virtual {v1, v0}, Lapp/qitao/floor/Floor;->scanned(Ljava/lang/String;)V
    return-void
.end method

# In front: listens, and takes Honeywell's scanner with its answers sent to us.
.method public static claim(Landroid/app/Activity;Landroid/content/BroadcastReceiver;)V
    .locals 4
    new-instance v0, Landroid/content/IntentFilter;
    const-string v1, "app.qitao.floor.SCAN"
    invoke-direct {v0, v1}, Landroid/content/IntentFilter;-><init>(Ljava/lang/String;)V
    const-string v1, "android.intent.ACTION_DECODE_DATA"
    invoke-virtual {v0, v1}, Landroid/content/IntentFilter;->addAction(Ljava/lang/String;)V
    const-string v1, "android.intent.action.SCANRESULT"
    invoke-virtual {v0, v1}, Landroid/content/IntentFilter;->addAction(Ljava/lang/String;)V
    const-string v1, "android.intent.category.DEFAULT"
    invoke-virtual {v0, v1}, Landroid/content/IntentFilter;->addCategory(Ljava/lang/String;)V
    # Since Android 13 it is said that others may tell us; before it was always so.
    sget v1, Landroid/os/Build$VERSION;->SDK_INT:I
    const/16 v2, 0x21
    if-lt v1, v2, :before
    const/4 v1, 0x2
    invoke-virtual {p0, p1, v0, v1}, Landroid/app/Activity;->registerReceiver(Landroid/content/BroadcastReceiver;Landroid/content/IntentFilter;I)Landroid/content/Intent;
    goto :listening
    :before
    invoke-virtual {p0, p1, v0}, Landroid/app/Activity;->registerReceiver(Landroid/content/BroadcastReceiver;Landroid/content/IntentFilter;)Landroid/content/Intent;
    :listening

    new-instance v0, Landroid/os/Bundle;
    invoke-direct {v0}, Landroid/os/Bundle;-><init>()V
    const-string v1, "DPR_DATA_INTENT"
    const/4 v2, 0x1
    invoke-virtual {v0, v1, v2}, Landroid/os/Bundle;->putBoolean(Ljava/lang/String;Z)V
    const-string v1, "DPR_DATA_INTENT_ACTION"
    const-string v2, "app.qitao.floor.SCAN"
    invoke-virtual {v0, v1, v2}, Landroid/os/Bundle;->putString(Ljava/lang/String;Ljava/lang/String;)V
    # Or each label would come by its keys as well.
    const-string v1, "DPR_WEDGE"
    const/4 v2, 0x0
    invoke-virtual {v0, v1, v2}, Landroid/os/Bundle;->putBoolean(Ljava/lang/String;Z)V
    const-string v1, "com.honeywell.aidc.action.ACTION_CLAIM_SCANNER"
    invoke-static {v1}, Lapp/qitao/floor/Scans;->toHoneywell(Ljava/lang/String;)Landroid/content/Intent;
    move-result-object v1
    const-string v2, "com.honeywell.aidc.extra.EXTRA_SCANNER"
    const-string v3, "dcs.scanner.imager"
    invoke-virtual {v1, v2, v3}, Landroid/content/Intent;->putExtra(Ljava/lang/String;Ljava/lang/String;)Landroid/content/Intent;
    const-string v2, "com.honeywell.aidc.extra.EXTRA_PROFILE"
    const-string v3, "DEFAULT"
    invoke-virtual {v1, v2, v3}, Landroid/content/Intent;->putExtra(Ljava/lang/String;Ljava/lang/String;)Landroid/content/Intent;
    const-string v2, "com.honeywell.aidc.extra.EXTRA_PROPERTIES"
    invoke-virtual {v1, v2, v0}, Landroid/content/Intent;->putExtra(Ljava/lang/String;Landroid/os/Bundle;)Landroid/content/Intent;
    invoke-virtual {p0, v1}, Landroid/app/Activity;->sendBroadcast(Landroid/content/Intent;)V
    return-void
.end method

# Behind others: hears nothing, and lets the scanner go.
.method public static release(Landroid/app/Activity;Landroid/content/BroadcastReceiver;)V
    .locals 1
    invoke-virtual {p0, p1}, Landroid/app/Activity;->unregisterReceiver(Landroid/content/BroadcastReceiver;)V
    const-string v0, "com.honeywell.aidc.action.ACTION_RELEASE_SCANNER"
    invoke-static {v0}, Lapp/qitao/floor/Scans;->toHoneywell(Ljava/lang/String;)Landroid/content/Intent;
    move-result-object v0
    invoke-virtual {p0, v0}, Landroid/app/Activity;->sendBroadcast(Landroid/content/Intent;)V
    return-void
.end method

.method private static toHoneywell(Ljava/lang/String;)Landroid/content/Intent;
    .locals 2
    new-instance v0, Landroid/content/Intent;
    invoke-direct {v0, p0}, Landroid/content/Intent;-><init>(Ljava/lang/String;)V
    const-string v1, "com.intermec.datacollectionservice"
    invoke-virtual {v0, v1}, Landroid/content/Intent;->setPackage(Ljava/lang/String;)Landroid/content/Intent;
    return-object v0
.end method

# Zebra's DataWedge: a profile of ours that broadcasts labels and types no keys. Made once; what an administrator changes in it stays.
.method public static configure(Landroid/content/Context;)V
    .locals 7
    new-instance v0, Landroid/os/Bundle;
    invoke-direct {v0}, Landroid/os/Bundle;-><init>()V
    const-string v1, "PROFILE_NAME"
    const-string v2, "Qitao"
    invoke-virtual {v0, v1, v2}, Landroid/os/Bundle;->putString(Ljava/lang/String;Ljava/lang/String;)V
    const-string v1, "PROFILE_ENABLED"
    const-string v2, "true"
    invoke-virtual {v0, v1, v2}, Landroid/os/Bundle;->putString(Ljava/lang/String;Ljava/lang/String;)V
    const-string v1, "CONFIG_MODE"
    const-string v2, "CREATE_IF_NOT_EXIST"
    invoke-virtual {v0, v1, v2}, Landroid/os/Bundle;->putString(Ljava/lang/String;Ljava/lang/String;)V

    new-instance v1, Landroid/os/Bundle;
    invoke-direct {v1}, Landroid/os/Bundle;-><init>()V
    const-string v2, "PACKAGE_NAME"
    invoke-virtual {p0}, Landroid/content/Context;->getPackageName()Ljava/lang/String;
    move-result-object v3
    invoke-virtual {v1, v2, v3}, Landroid/os/Bundle;->putString(Ljava/lang/String;Ljava/lang/String;)V
    const/4 v4, 0x1
    const/4 v5, 0x0
    new-array v2, v4, [Ljava/lang/String;
    const-string v3, "*"
    aput-object v3, v2, v5
    const-string v3, "ACTIVITY_LIST"
    invoke-virtual {v1, v3, v2}, Landroid/os/Bundle;->putStringArray(Ljava/lang/String;[Ljava/lang/String;)V
    new-array v2, v4, [Landroid/os/Bundle;
    aput-object v1, v2, v5
    const-string v1, "APP_LIST"
    invoke-virtual {v0, v1, v2}, Landroid/os/Bundle;->putParcelableArray(Ljava/lang/String;[Landroid/os/Parcelable;)V

    new-instance v1, Ljava/util/ArrayList;
    invoke-direct {v1}, Ljava/util/ArrayList;-><init>()V
    new-instance v2, Landroid/os/Bundle;
    invoke-direct {v2}, Landroid/os/Bundle;-><init>()V
    const-string v3, "intent_output_enabled"
    const-string v4, "true"
    invoke-virtual {v2, v3, v4}, Landroid/os/Bundle;->putString(Ljava/lang/String;Ljava/lang/String;)V
    const-string v3, "intent_action"
    const-string v4, "app.qitao.floor.SCAN"
    invoke-virtual {v2, v3, v4}, Landroid/os/Bundle;->putString(Ljava/lang/String;Ljava/lang/String;)V
    const-string v3, "intent_delivery"
    const-string v4, "2"
    invoke-virtual {v2, v3, v4}, Landroid/os/Bundle;->putString(Ljava/lang/String;Ljava/lang/String;)V
    const-string v3, "INTENT"
    invoke-static {v3, v2}, Lapp/qitao/floor/Scans;->plugin(Ljava/lang/String;Landroid/os/Bundle;)Landroid/os/Bundle;
    move-result-object v2
    invoke-virtual {v1, v2}, Ljava/util/ArrayList;->add(Ljava/lang/Object;)Z
    new-instance v2, Landroid/os/Bundle;
    invoke-direct {v2}, Landroid/os/Bundle;-><init>()V
    const-string v3, "keystroke_output_enabled"
    const-string v4, "false"
    invoke-virtual {v2, v3, v4}, Landroid/os/Bundle;->putString(Ljava/lang/String;Ljava/lang/String;)V
    const-string v3, "KEYSTROKE"
    invoke-static {v3, v2}, Lapp/qitao/floor/Scans;->plugin(Ljava/lang/String;Landroid/os/Bundle;)Landroid/os/Bundle;
    move-result-object v2
    invoke-virtual {v1, v2}, Ljava/util/ArrayList;->add(Ljava/lang/Object;)Z
    const-string v2, "PLUGIN_CONFIG"
    invoke-virtual {v0, v2, v1}, Landroid/os/Bundle;->putParcelableArrayList(Ljava/lang/String;Ljava/util/ArrayList;)V

    new-instance v1, Landroid/content/Intent;
    const-string v2, "com.symbol.datawedge.api.ACTION"
    invoke-direct {v1, v2}, Landroid/content/Intent;-><init>(Ljava/lang/String;)V
    const-string v2, "com.symbol.datawedge"
    invoke-virtual {v1, v2}, Landroid/content/Intent;->setPackage(Ljava/lang/String;)Landroid/content/Intent;
    const-string v2, "com.symbol.datawedge.api.SET_CONFIG"
    invoke-virtual {v1, v2, v0}, Landroid/content/Intent;->putExtra(Ljava/lang/String;Landroid/os/Bundle;)Landroid/content/Intent;
    invoke-virtual {p0, v1}, Landroid/content/Context;->sendBroadcast(Landroid/content/Intent;)V
    return-void
.end method

.method private static plugin(Ljava/lang/String;Landroid/os/Bundle;)Landroid/os/Bundle;
    .locals 3
    new-instance v0, Landroid/os/Bundle;
    invoke-direct {v0}, Landroid/os/Bundle;-><init>()V
    const-string v1, "PLUGIN_NAME"
    invoke-virtual {v0, v1, p0}, Landroid/os/Bundle;->putString(Ljava/lang/String;Ljava/lang/String;)V
    const-string v1, "RESET_CONFIG"
    const-string v2, "true"
    invoke-virtual {v0, v1, v2}, Landroid/os/Bundle;->putString(Ljava/lang/String;Ljava/lang/String;)V
    const-string v1, "PARAM_LIST"
    invoke-virtual {v0, v1, p1}, Landroid/os/Bundle;->putBundle(Ljava/lang/String;Landroid/os/Bundle;)V
    return-object v0
.end method
